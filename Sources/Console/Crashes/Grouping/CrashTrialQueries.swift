import Foundation
import Storage
import Web

extension Connection {
    func insertCrashTrial(_ app: String, _ trial: CrashTrial) throws {
        try run(
            """
            INSERT INTO crash_trial (app_id, id, version, rules, job_id, outcome, created_at, created_by)
            VALUES (\(app), \(trial.id), \(trial.setting.version), \(try Self.json(trial.setting.rules)), \(trial.job), '', \(trial.createdAt),
                \(trial.createdBy))
            """
        )
    }

    /// - Returns: false for a trial that is gone.
    func setCrashTrialOutcome(_ app: String, _ id: String, _ outcome: CrashTrialOutcome) throws {
        try run("UPDATE crash_trial SET outcome = \(try Self.json(outcome)) WHERE app_id = \(app) AND id = \(id)")
    }

    func crashTrial(_ app: String, _ id: String) throws -> CrashTrial? {
        try first("\(Self.crashTrialColumns) WHERE app_id = \(app) AND id = \(id)", CrashTrial.init)
    }

    /// Newest first.
    func crashTrials(_ app: String) throws -> [CrashTrial] {
        try all("\(Self.crashTrialColumns) WHERE app_id = \(app) ORDER BY created_at DESC, id DESC LIMIT 20", CrashTrial.init)
    }

    /// All but the newest so many.
    func forgetCrashTrials(_ app: String, but count: Int) throws {
        try run(
            """
            DELETE FROM crash_trial WHERE app_id = \(app)
                AND id NOT IN (SELECT id FROM crash_trial WHERE app_id = \(app) ORDER BY created_at DESC, id DESC LIMIT \(count))
            """
        )
    }

    private static var crashTrialColumns: SQL {
        "SELECT id, version, rules, job_id, outcome, created_at, created_by FROM crash_trial"
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}

extension CrashTrial {
    fileprivate init(_ row: Row) throws {
        let (rules, outcome): (String, String) = (try row[2], try row[4])
        self.init(
            id: try row[0],
            setting: CrashGroupingSetting(version: try row[1], rules: try JSONDecoder().decode([CrashRule].self, from: Data(rules.utf8))),
            job: try row[3],
            outcome: OrNull(try outcome.orNil.map { try JSONDecoder().decode(CrashTrialOutcome.self, from: Data($0.utf8)) }),
            createdAt: try row[5],
            createdBy: try row[6]
        )
    }
}
