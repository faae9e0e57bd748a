import Storage

/// What is known of each device, and since when.
///
/// Right for several nodes at once, each statement seeing what was committed before it began: of two nodes that insert the same device the second waits
/// for the first and inserts nothing, so one of them counts it as new. First days of known devices are read when `addDevices` has locked their rows
/// (a row met by ON CONFLICT DO UPDATE stays locked, changed or not), so nobody moves the day that was read. Rows are locked in the order of their
/// keys, and a device that is inserted cannot be one that another group only raises: that would have waited at `device_day` before.
extension Connection {
    /// Makes devices known from a day on, those that are not known at all.
    /// - Returns: those that were not.
    func insertDevices(_ firsts: [TelemetryFirstDay]) throws -> Set<TelemetryDeviceKey> {
        guard !firsts.isEmpty else { return [] }
        let rows = firsts.map { (row: [SQLValue.text($0.device.app), .text($0.device.platform), .text($0.device.id), .integer($0.day)], first: $0) }
        let ordered = TelemetryTables.device.ordered(rows, by: \.row)
        let none: [SQLValue] = [.integer(0 as Int64)] + Array(repeating: .text(""), count: 5)
        return Set(try insertNew(ordered.map { $0.row + [$0.row[3]] + none }, into: TelemetryTables.device).map { ordered[$0].first.device })
    }

    /// What the newest line said of each device.
    func addDevices(_ totals: TelemetryOwnedTotals) throws {
        let rows = totals.rows { owner, totals in
            totals.devices.map { id, device -> [SQLValue] in
                let row = device.row
                return [
                    .text(owner.app), .text(owner.platform), .text(id), .integer(device.firstDay), .integer(device.lastDay), .integer(row.newest),
                    .text(row.version), .text(row.user), .text(row.model), .text(row.osVersion), .text(row.channel),
                ]
            }
        }
        try add(rows, to: TelemetryTables.device)
    }

    /// Moves the first day of devices back to which late lines came, and says so to the audience.
    func moveFirstDays(_ firsts: [TelemetryFirstDay], _ audience: inout TelemetryAudience) throws {
        guard !firsts.isEmpty else { return }
        let known = try firstDays(firsts.map(\.device))
        for first in firsts {
            guard let before = known[first.device], first.day < before else { continue }
            audience.addNew(first, before: before)
            let device = first.device
            try run(
                """
                UPDATE device SET first_day = \(first.day)
                WHERE app_id = \(device.app) AND platform = \(device.platform) AND device = \(device.id)
                """
            )
        }
    }

    private func firstDays(_ devices: [TelemetryDeviceKey]) throws -> [TelemetryDeviceKey: Int] {
        var days: [TelemetryDeviceKey: Int] = [:]
        for (owner, devices) in Dictionary(grouping: devices, by: { TelemetryOwner(app: $0.app, platform: $0.platform) }) {
            for ids in devices.map(\.id).inPieces {
                let rows = try all(
                    """
                    SELECT device, first_day FROM device
                    WHERE app_id = \(owner.app) AND platform = \(owner.platform) AND device IN (\(SQL.list(ids)))
                    """
                ) { (try $0[0] as String, try $0[1] as Int) }
                for (id, day) in rows { days[TelemetryDeviceKey(app: owner.app, platform: owner.platform, id: id)] = day }
            }
        }
        return days
    }

    /// How many devices of a platform were seen last in which hour since 1970, of those seen since a time by their own clocks.
    /// - Parameter start: ms since 1970.
    func devicesSeen(_ app: String, on platform: Platform, since start: Int) throws -> [(hour: Int, devices: Int)] {
        try all(
            """
            SELECT last_time / 3600000, count(*) FROM device WHERE app_id = \(app) AND platform = \(platform) AND last_time >= \(start)
            GROUP BY last_time / 3600000
            """
        ) { (hour: try $0[0], devices: try $0[1]) }
    }

    /// On which platform some devices are, of those that were ever seen.
    func platforms(of devices: [String], _ app: String) throws -> [String: Platform] {
        var found: [String: Platform] = [:]
        for platform in Platform.allCases {
            for ids in devices.inPieces {
                let seen = try all(
                    "SELECT device FROM device WHERE app_id = \(app) AND platform = \(platform) AND device IN (\(SQL.list(ids)))"
                ) { try $0[0] as String }
                for id in seen { found[id] = platform }
            }
        }
        return found
    }
}

extension TelemetryTables {
    fileprivate static let device = BulkTable(
        "device",
        [
            .init("app_id", .text), .init("platform", .text), .init("device", .text), .init("first_day", .integer), .init("last_day", .integer),
            .init("last_time", .integer), .init("version", .text), .init("user_id", .text), .init("model", .text), .init("os_version", .text),
            .init("channel", .text),
        ],
        key: ["app_id", "platform", "device"],
        conflict: .replace(
            ["last_day", "last_time", "version", "user_id", "model", "os_version", "channel"],
            when: "excluded.last_time >= device.last_time"
        )
    )
}
