import Storage

extension Connection {
    /// What telemetry knows of a user's devices, or of one device; last seen first.
    func diagnosisKnown(_ app: String, user: String, device: String, limit: Int) throws -> [DiagnosisPerson.Device] {
        // BETWEEN: see `diagnosesTold`.
        let who: SQL = device.isEmpty ? "user_id = \(user)" : "device BETWEEN \(device) AND \(device)"
        return try all(
            """
            SELECT device, platform, user_id, version, model, os_version, last_time FROM device
            WHERE app_id = \(app) AND platform IN (\(SQL.list(Platform.allCases))) AND \(who) ORDER BY last_time DESC, device LIMIT \(limit)
            """
        ) { row in
            DiagnosisPerson.Device(
                device: try row[0],
                platform: try row[1],
                userId: try row[2],
                version: try row[3],
                model: try row[4],
                osVersion: try row[5],
                seenAt: try row[6]
            )
        }
    }
}
