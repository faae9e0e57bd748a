import Storage

/// Who was there. A row really inserted raises a count; a row that was there before raises nothing.
extension Connection {
    /// - Returns: those whose rows are new.
    func insert(_ presences: [TelemetryPresence]) throws -> [TelemetryPresence] {
        try insert(presences.filter { $0.kind == .device }, into: TelemetryTables.deviceDay)
            + insert(presences.filter { $0.kind == .user }, into: TelemetryTables.userDay)
    }

    private func insert(_ presences: [TelemetryPresence], into table: BulkTable) throws -> [TelemetryPresence] {
        let rows = presences.map { presence -> (row: [SQLValue], presence: TelemetryPresence) in
            let key: [SQLValue] = [
                .text(presence.app), .integer(presence.day), .text(presence.platform), .text(presence.id), .text(presence.version),
            ]
            return (key, presence)
        }
        let ordered = table.ordered(rows, by: \.row)
        return try insertNew(ordered.map(\.row), into: table).map { ordered[$0].presence }
    }

    func add(_ audience: TelemetryAudience) throws {
        let rows = audience.counts.sorted { $0.key < $1.key }.map { key, count -> [SQLValue] in
            [
                .text(key.app), .integer(key.day), .text(key.platform), .text(key.version), .integer(count.devices), .integer(count.newDevices),
                .integer(count.users),
            ]
        }
        try add(rows, to: TelemetryTables.audience)
    }
}

extension TelemetryTables {
    fileprivate static let deviceDay = BulkTable(
        "device_day",
        [.init("app_id", .text), .init("day", .integer), .init("platform", .text), .init("device", .text), .init("version", .text)],
        key: ["app_id", "day", "platform", "device", "version"],
        conflict: .keep
    )

    fileprivate static let userDay = BulkTable(
        "user_day",
        [.init("app_id", .text), .init("day", .integer), .init("platform", .text), .init("user_id", .text), .init("version", .text)],
        key: ["app_id", "day", "platform", "user_id", "version"],
        conflict: .keep
    )

    fileprivate static let audience = BulkTable(
        "audience_day",
        [
            .init("app_id", .text), .init("day", .integer), .init("platform", .text), .init("version", .text), .init("devices", .integer),
            .init("new_devices", .integer), .init("users", .integer),
        ],
        key: ["app_id", "day", "platform", "version"],
        conflict: .add(["devices", "new_devices", "users"])
    )
}

extension Connection {
    /// Devices that were active on a day.
    func activeDevices(_ app: String, _ platform: Platform, day: Int, limit: Int) throws -> [String] {
        try all(
            """
            SELECT device FROM device_day WHERE app_id = \(app) AND day = \(day) AND platform = \(platform) AND version = ''
            ORDER BY device LIMIT \(limit)
            """
        ) { try $0[0] }
    }

    /// Those of some devices that were active on a day.
    func activeDevices(_ app: String, _ platform: Platform, day: Int, among devices: [String]) throws -> [String] {
        try devices.inPieces.flatMap { devices in
            try all(
                """
                SELECT device FROM device_day
                WHERE app_id = \(app) AND day = \(day) AND platform = \(platform) AND device IN (\(SQL.list(devices))) AND version = ''
                """
            ) { try $0[0] as String }
        }
    }
}
