import Formats
import Foundation
import Web

/// What `Views/Crashes/grouping` shows.
struct CrashGroupingPage: Codable, Sendable {
    let version: Int
    let rules: String
    let form: Form
    let trials: [Trial]
    /// Reports that are being read again.
    let waiting: Int?
    let mayTry: Bool

    struct Form: Codable, Sendable {
        let rules: String
        let versions: [Version]
    }

    struct Version: Codable, Sendable {
        let version: Int
        let chosen: Bool
    }

    struct Trial: Codable, Sendable {
        let id: String
        let version: Int
        /// How many.
        let rules: Int
        let at: Date
        let by: String
        let outcome: CrashTrialOutcome?
    }

    init(_ setting: CrashGroupingSetting, _ trials: [CrashTrial], waiting: Int, _ app: String, _ context: Context) {
        version = setting.version
        rules = CrashRuleText.write(setting.rules)
        let chosen = Int(context.filled("version", "\(setting.version)"))
        form = Form(
            rules: context.filled("rules", CrashRuleText.write(setting.rules)),
            versions: CrashGrouping.Version.allCases.map { Version(version: $0.rawValue, chosen: $0.rawValue == chosen) }
        )
        self.trials = trials.map { trial in
            Trial(
                id: trial.id,
                version: trial.setting.version,
                rules: trial.setting.rules.count,
                at: trial.createdAt,
                by: trial.createdBy,
                outcome: trial.outcome.value
            )
        }
        self.waiting = waiting > 0 ? waiting : nil
        mayTry = context.mayOperate(app)
    }
}

/// What `Views/Crashes/trial` shows.
struct CrashTrialPage: Codable, Sendable {
    let trial: CrashTrial
    let rules: String
    let outcome: CrashTrialOutcome?
    /// It is what holds already.
    let isCurrent: Bool
    let mayApply: Bool
    /// Where the job tells how far it is; nil for who may not see jobs.
    let job: String?

    init(_ trial: CrashTrial, current: CrashGroupingSetting, _ app: String, _ context: Context) {
        self.trial = trial
        rules = CrashRuleText.write(trial.setting.rules)
        outcome = trial.outcome.value
        isCurrent = trial.setting == current
        mayApply = trial.setting != current && trial.outcome.value != nil && context.isAdmin(app)
        job = context.isConsoleAdmin ? "/nodes/jobs/\(trial.job)" : nil
    }
}
