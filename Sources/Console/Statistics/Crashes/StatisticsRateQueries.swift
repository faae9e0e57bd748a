import Storage

extension Connection {
    func affectedByPlatform(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> StatisticsAffected {
        let rows = try all(
            """
            SELECT count(DISTINCT nullif(device, '')), count(DISTINCT nullif(user_id, '')) FROM crash
            WHERE \(filter.condition) AND time >= \(range.from) AND time < \(range.to) AND handled = 0 GROUP BY platform
            """
        ) { StatisticsAffected(devices: try $0[0], users: try $0[1]) }
        return rows.reduce(into: StatisticsAffected()) { sum, row in
            sum.devices += row.devices
            sum.users += row.users
        }
    }

    func crashedDevicesByVersion(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [String: Int] {
        let rows = try all(
            """
            SELECT version, platform, count(DISTINCT nullif(device, '')) FROM crash
            WHERE \(filter.condition) AND time >= \(range.from) AND time < \(range.to) AND handled = 0 GROUP BY version, platform
            """
        ) { (try $0[0] as String, try $0[2] as Int) }
        return Dictionary(rows, uniquingKeysWith: +)
    }
}
