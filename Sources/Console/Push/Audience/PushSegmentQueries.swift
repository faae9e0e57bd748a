import Foundation
import Storage
import Web

extension Connection {
    /// A segment as a condition on a bound device `d`.
    ///
    /// SQL knows no order of versions: those that the app's devices have are read, there are few, and the ones that fit are named.
    /// - Throws: `invalid` for a crash group that is not there, and for words that fit more values than a statement can name.
    func pushSegment(_ app: String, _ segment: PushSegment, at now: Date) throws -> SQL {
        var conditions: [SQL] = []
        if let platform = segment.platform { conditions.append("d.platform = \(platform)") }
        if let versions = segment.versions { conditions.append(try pushVersions(app, "version", versions, "versions")) }
        if let systems = segment.osVersions { conditions.append(try pushVersions(app, "os_version", systems, "osVersions")) }
        if let models = segment.models {
            let wanted = Set(models.items.map { $0.lowercased() })
            conditions.append(try pushValues(app, "model", "models") { wanted.contains($0.lowercased()) })
        }
        if let days = segment.activeWithinDays { conditions.append("d.seen_at >= \(now.addingTimeInterval(-86_400 * Double(days)))") }
        if let group = segment.crashGroup {
            guard let devices = try devicesOfCrashGroup(app, group) else {
                throw Problem.invalid("target.segment.crashGroup", "pushDevices.target.crashGroup.unknown")
            }
            conditions.append("d.device IN (\(devices))")
        }
        return .all(conditions)
    }

    private func pushVersions(_ app: String, _ column: SQL, _ words: RolloutWords, _ field: String) throws -> SQL {
        guard let versions = RolloutVersions(words.items) else { throw Problem.invalid("target.segment.\(field)", "pushDevices.target.versions.bad") }
        return try pushValues(app, column, field) { versions.contains(RolloutVersion($0)) }
    }

    /// Values of a column that bound devices have, those that fit.
    private func pushValues(_ app: String, _ column: SQL, _ field: String, _ fits: (String) -> Bool) throws -> SQL {
        let values = try all(
            "SELECT DISTINCT \(column) FROM push_device WHERE app_id = \(app) AND state = 'bound' AND \(column) <> ''"
        ) { try $0[0] as String }.filter(fits)
        guard values.count <= Self.mostPushValues else {
            throw Problem.invalid("target.segment.\(field)", "pushDevices.target.values.many", ["limit": "\(Self.mostPushValues)"])
        }
        return "d.\(column) IN (\(SQL.list(values)))"
    }

    /// Of one column in a statement: SQLite takes 32,766 values in all.
    private static var mostPushValues: Int { 5_000 }
}
