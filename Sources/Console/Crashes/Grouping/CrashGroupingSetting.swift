import Formats
import Foundation
import Storage
import Web

typealias CrashRule = CrashModuleRules.Rule

/// How an app's reports are put together.
struct CrashGroupingSetting: Codable, Sendable, Equatable {
    /// Of the algorithm: 1 or 2.
    let version: Int
    /// Which frames are the app's own, before the built-in rules; the first that fits decides.
    let rules: [CrashRule]

    static let standard = CrashGroupingSetting(version: CrashGrouping.newest.rawValue, rules: [])

    var grouping: CrashGrouping {
        CrashGrouping(CrashGrouping.Version(rawValue: version) ?? CrashGrouping.newest, rules: CrashModuleRules.standard.after(rules))
    }

    /// - Throws: `invalid` on `version` or `rules`.
    func check() throws {
        guard CrashGrouping.Version(rawValue: version) != nil else { throw Problem.invalid("version", "crashes.grouping.version") }
        guard rules.count <= CrashLimits.rules else {
            throw Problem.invalid("rules", "crashes.grouping.rules.many", ["limit": "\(CrashLimits.rules)"])
        }
        for rule in rules where !(1...200).contains(rule.pattern.unicodeScalars.count) || !rule.pattern.isOneLine {
            throw Problem.invalid("rules", "crashes.grouping.rules.pattern", ["limit": "200"])
        }
    }
}

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
