import Formats
import Foundation
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
