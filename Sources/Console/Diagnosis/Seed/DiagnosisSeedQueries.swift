import Storage

extension Connection {
    /// - Parameter number: 0 for the one that was seen last.
    func diagnosisSeedDevice(_ app: String, _ platform: Platform, _ number: Int) throws -> String? {
        try value(
            """
            SELECT device FROM device WHERE app_id = \(app) AND platform = \(platform) AND device <> ''
            ORDER BY last_time DESC, device LIMIT 1 OFFSET \(number)
            """
        )
    }
}
