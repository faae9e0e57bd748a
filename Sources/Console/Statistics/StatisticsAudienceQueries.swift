import Storage

extension Connection {
    /// Devices and users by day; days without any are absent.
    func audience(_ filter: StatisticsFilter, _ days: ClosedRange<Int>) throws -> [Int: StatisticsAudience] {
        let rows = try all(
            """
            SELECT day, sum(devices), sum(new_devices), sum(users) FROM audience_day
            WHERE \(filter.audienceCondition) AND day >= \(days.lowerBound) AND day <= \(days.upperBound) GROUP BY day
            """
        ) { (try $0[0] as Int, StatisticsAudience(devices: try $0[1], newDevices: try $0[2], users: try $0[3])) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Devices by day and version. A version the logs do not name has no row of its own: '' stands for all.
    func versionDevices(_ filter: StatisticsFilter, _ days: ClosedRange<Int>) throws -> [Int: [String: Int]] {
        let rows = try all(
            """
            SELECT day, version, sum(devices) FROM audience_day
            WHERE \(filter.condition) AND version <> '' AND day >= \(days.lowerBound) AND day <= \(days.upperBound) GROUP BY day, version
            """
        ) { (day: try $0[0] as Int, version: try $0[1] as String, devices: try $0[2] as Int) }
        return rows.reduce(into: [:]) { $0[$1.day, default: [:]][$1.version] = $1.devices }
    }
}
