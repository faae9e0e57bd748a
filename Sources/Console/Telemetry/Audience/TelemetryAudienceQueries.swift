import Storage

/// Who was there. A row really inserted raises a count; a row that was there before raises nothing.
extension Connection {
    /// - Returns: whether the row is new.
    func insert(_ presence: TelemetryPresence) throws -> Bool {
        switch presence.kind {
        case .device: try insertDeviceDay(presence)
        case .user: try insertUserDay(presence)
        }
    }

    private func insertDeviceDay(_ presence: TelemetryPresence) throws -> Bool {
        let insert = try prepare("INSERT INTO device_day (app_id, day, platform, device, version) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
        return try insert.run(presence.app, presence.day, presence.platform, presence.id, presence.version) > 0
    }

    private func insertUserDay(_ presence: TelemetryPresence) throws -> Bool {
        let insert = try prepare("INSERT INTO user_day (app_id, day, platform, user_id, version) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
        return try insert.run(presence.app, presence.day, presence.platform, presence.id, presence.version) > 0
    }

    /// The day a device was first there, as known so far.
    func firstDay(_ presence: TelemetryPresence) throws -> Int? {
        try value(
            "SELECT first_day FROM device WHERE app_id = \(presence.app) AND platform = \(presence.platform) AND device = \(presence.id)"
        )
    }

    /// Makes the device known from that day on; its other columns come with its row among the totals.
    func setFirstDay(_ presence: TelemetryPresence) throws {
        try run(
            """
            INSERT INTO device (app_id, platform, device, first_day, last_day, last_time, version, user_id, model, os_version, channel)
            VALUES (\(presence.app), \(presence.platform), \(presence.id), \(presence.day), \(presence.day), 0, '', '', '', '', '')
            ON CONFLICT (app_id, platform, device) DO UPDATE SET first_day = excluded.first_day
            """
        )
    }

    func add(_ audience: TelemetryAudience) throws {
        let upsert = try prepare(
            """
            INSERT INTO audience_day (app_id, day, platform, version, devices, new_devices, users) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app_id, day, platform, version) DO UPDATE SET devices = audience_day.devices + excluded.devices,
            new_devices = audience_day.new_devices + excluded.new_devices, users = audience_day.users + excluded.users
            """
        )
        for (key, count) in audience.counts.sorted(by: { $0.key < $1.key }) {
            try upsert.run(key.app, key.day, key.platform, key.version, count.devices, count.newDevices, count.users)
        }
    }
}
