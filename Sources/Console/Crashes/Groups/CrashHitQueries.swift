import Storage
import Web

extension Connection {
    /// BETWEEN, not `=`: SQLite's planner would go through all groups of the app instead of the index of devices.
    func crashHits(_ app: String, _ table: SQL, _ column: SQL, _ name: String, limit: Int) throws -> [CrashHit] {
        try all(
            """
            SELECT g.id, g.platform, g.title, g.culprit, g.state, g.handled, hit.reports, g.last_time
            FROM \(table) hit JOIN crash_group g ON g.app_id = hit.app_id AND g.id = hit.group_id
            WHERE hit.app_id = \(app) AND hit.\(column) BETWEEN \(name) AND \(name) AND hit.reports > 0 ORDER BY g.last_time DESC, g.id LIMIT \(limit)
            """
        ) { row in
            CrashHit(
                group: try row[0],
                platform: try row[1],
                title: OrNull((try row[2] as String).orNil),
                culprit: OrNull((try row[3] as String).orNil),
                state: CrashGroupState(rawValue: try row[4]) ?? .open,
                handled: try row[5],
                reports: try row[6],
                lastSeen: try row[7]
            )
        }
    }

    /// Whether a device has reports in a group, also by the name of one that was merged into it.
    func isDevice(_ device: String, of app: String, inCrashGroup id: String) throws -> Bool {
        guard let devices = try devicesOfCrashGroup(app, id) else { return false }
        return try value("SELECT 1 FROM (\(devices)) AS hit WHERE device = \(device)", as: Int.self) != nil
    }
}
