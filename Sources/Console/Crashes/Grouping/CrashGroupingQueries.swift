import Foundation
import Storage

extension Connection {
    /// The newest version and no rules, of an app that says nothing.
    func crashGrouping(_ app: String) throws -> CrashGroupingSetting {
        try first("SELECT version, rules FROM crash_grouping WHERE app_id = \(app)") { row in
            let rules: String = try row[1]
            return CrashGroupingSetting(version: try row[0], rules: try JSONDecoder().decode([CrashRule].self, from: Data(rules.utf8)))
        } ?? .standard
    }

    func saveCrashGrouping(_ app: String, _ setting: CrashGroupingSetting, at time: Date) throws {
        let rules = String(decoding: try JSONEncoder().encode(setting.rules), as: UTF8.self)
        try run(
            """
            INSERT INTO crash_grouping (app_id, version, rules, changed_at) VALUES (\(app), \(setting.version), \(rules), \(time))
            ON CONFLICT (app_id) DO UPDATE SET version = excluded.version, rules = excluded.rules, changed_at = excluded.changed_at
            """
        )
    }
}
