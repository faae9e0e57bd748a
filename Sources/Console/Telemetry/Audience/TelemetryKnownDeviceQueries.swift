import Storage

extension Connection {
    func knownDevices(_ app: String, _ platform: Platform, since day: Int, limit: Int) throws -> [TelemetryKnownDevice] {
        try all(
            """
            \(Self.knownDeviceColumns) WHERE app_id = \(app) AND platform = \(platform) AND last_day >= \(day) ORDER BY device LIMIT \(limit)
            """,
            TelemetryKnownDevice.init
        )
    }

    func countKnownDevices(_ app: String, _ platform: Platform, since day: Int) throws -> Int {
        try value("SELECT count(*) FROM device WHERE app_id = \(app) AND platform = \(platform) AND last_day >= \(day)") ?? 0
    }

    func knownDevice(_ app: String, _ platform: Platform, _ id: String) throws -> TelemetryKnownDevice? {
        try first("\(Self.knownDeviceColumns) WHERE app_id = \(app) AND platform = \(platform) AND device = \(id)", TelemetryKnownDevice.init)
    }

    private static var knownDeviceColumns: SQL {
        "SELECT device, version, user_id, model, os_version, channel FROM device"
    }
}

extension TelemetryKnownDevice {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row[0],
            version: try row[1],
            user: try row[2],
            model: try row[3],
            osVersion: try row[4],
            channel: try row[5]
        )
    }
}
