import Formats
import Foundation
import Signing
import Storage
import Web

/// How an app's reports are grouped: looked at, tried on what is stored, and switched on.
struct CrashGroupings: Sendable {
    let database: Database
    let jobs: Jobs
    let audit: Audit
    let clock: Clock

    func setting(of app: String) async throws -> CrashGroupingSetting {
        try await database.read { try $0.crashGrouping(app) }
    }

    /// New reports are grouped so from now on.
    /// - Parameter again: whether stored ones are read again too, the newest 100,000. A group stays with the largest part of what its reports become,
    ///   with all that people said of it.
    /// - Throws: `invalid`.
    func change(_ setting: CrashGroupingSetting, again: Bool, of app: String, by actor: Actor) async throws {
        try setting.check()
        try await database.write { [audit, clock] connection in
            let before = try connection.crashGrouping(app)
            guard before != setting || again else { return }
            try connection.saveCrashGrouping(app, setting, at: clock.now)
            if again { try connection.readCrashesAgain(app, limit: CrashLimits.readAgain) }
            var after = setting.spoken
            after["again"] = "\(again)"
            try audit.record(connection, by: actor, "crash.grouping", app: app, object: app, before: before.spoken, after: after)
        }
    }

    /// Reports that wait to be read, new ones and those that are read again.
    func waiting(of app: String) async throws -> Int {
        try await database.read { try $0.countUnreadCrashes(app) }
    }

    // MARK: trials

    /// Tries a way of grouping on the newest stored reports, as a job; nothing changes.
    /// - Throws: `invalid`; `conflict` while another trial of the app is under way.
    func `try`(_ setting: CrashGroupingSetting, of app: String, by actor: Actor) async throws -> CrashTrial {
        try setting.check()
        return try await database.write { [jobs, clock] connection in
            let id = Random.hex(6)
            guard let job = try jobs.add(.crashTrial, CrashTrialWork(app: app, trial: id), app: app, once: app, by: actor, in: connection) else {
                throw Problem(.conflict, "crashes.trial.running")
            }
            try connection.forgetCrashTrials(app, but: 20)
            let trial = CrashTrial(id: id, setting: setting, job: job, outcome: OrNull(nil), createdAt: clock.now, createdBy: actor.name)
            try connection.insertCrashTrial(app, trial)
            return trial
        }
    }

    /// - Throws: `notFound`.
    func trial(_ id: String, of app: String) async throws -> CrashTrial {
        guard let trial = try await database.read({ try $0.crashTrial(app, id) }) else { throw Problem.notFound }
        return trial
    }

    /// The newest 20.
    func trials(of app: String) async throws -> [CrashTrial] {
        try await database.read { try $0.crashTrials(app) }
    }
}

extension CrashGroupingSetting {
    /// For the audit log.
    fileprivate var spoken: [String: String] {
        ["version": "\(version)", "rules": rules.map { "\($0.isInApp ? "+" : "-")\($0.subject.rawValue):\($0.pattern)" }.joined(separator: " ")]
    }
}
