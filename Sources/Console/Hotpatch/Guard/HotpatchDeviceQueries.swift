import Storage

extension Connection {
    /// What uploads said, in the order they came.
    func hotpatchInbox(_ app: String, _ release: String, limit: Int) throws -> [HotpatchLetter] {
        try all(
            """
            SELECT received_at, upload, device, crashes, actives, seen_at, startup FROM hotpatch_inbox
            WHERE app_id = \(app) AND release_id = \(release) ORDER BY received_at, upload, device LIMIT \(limit)
            """
        ) { row in
            HotpatchLetter(
                receivedAt: try row[0],
                upload: try row[1],
                device: try row[2],
                report: HotpatchReport(crashes: try row[3], actives: try row[4], seenAt: try row[5], startup: try row[6])
            )
        }
    }

    func deleteHotpatchInbox(_ app: String, _ release: String, _ letters: [HotpatchLetter]) throws {
        let delete = try prepare("DELETE FROM hotpatch_inbox WHERE app_id = ? AND release_id = ? AND received_at = ? AND upload = ? AND device = ?")
        for letter in letters { try delete.run(app, release, letter.receivedAt, letter.upload, letter.device) }
    }

    func hotpatchDevices(_ app: String, _ release: String, _ devices: [String]) throws -> [String: HotpatchKnownDevice] {
        var known: [String: HotpatchKnownDevice] = [:]
        for ids in devices.inPieces {
            let rows = try all(
                "\(Self.hotpatchDeviceColumns) WHERE app_id = \(app) AND release_id = \(release) AND device IN (\(SQL.list(ids)))",
                HotpatchKnownDevice.init
            )
            for row in rows { known[row.id] = row }
        }
        return known
    }

    /// Devices that gave no sign of life since a time and are not known as silent yet.
    /// - Parameter time: ms since 1970.
    func quietHotpatchDevices(_ app: String, _ release: String, since time: Int, limit: Int) throws -> [HotpatchKnownDevice] {
        try all(
            """
            \(Self.hotpatchDeviceColumns) WHERE app_id = \(app) AND release_id = \(release) AND silent = 0 AND seen_at <= \(time)
            ORDER BY seen_at, device LIMIT \(limit)
            """,
            HotpatchKnownDevice.init
        )
    }

    private static var hotpatchDeviceColumns: SQL {
        """
        SELECT device, platform, version, arm, slice, at, seen_at, crashes, actives, returned, started, silent FROM hotpatch_exposure
        """
    }

    func saveHotpatchDevices(_ app: String, _ release: String, _ devices: [HotpatchKnownDevice]) throws {
        let rows = devices.map { one -> [SQLValue] in
            let device = one.device
            return [
                .text(app), .text(release), .text(one.id), .text(one.platform), .text(one.version), .text(device.arm.rawValue),
                .integer(device.slice), .integer(one.at), .integer(device.seenAt), .integer(device.crashes), .integer(device.actives),
                device.hasReturned.sqlValue, device.hasStarted.sqlValue, device.isSilent.sqlValue,
            ]
        }
        try add(rows, to: HotpatchTables.exposure)
    }
}

/// What one upload said of one device.
struct HotpatchLetter: Sendable, Equatable {
    /// ms since 1970.
    let receivedAt: Int
    let upload: String
    let device: String
    let report: HotpatchReport
}

/// A device as its row says.
struct HotpatchKnownDevice: Sendable, Equatable {
    let id: String
    let platform: Platform
    let version: String
    /// When it was exposed; ms since 1970.
    let at: Int
    var device: HotpatchDevice

    fileprivate init(_ row: Row) throws {
        id = try row[0]
        platform = try row[1]
        version = try row[2]
        at = try row[5]
        device = HotpatchDevice(
            arm: try row[3],
            slice: try row[4],
            crashes: try row[7],
            actives: try row[8],
            seenAt: try row[6],
            hasReturned: try row[9],
            hasStarted: try row[10],
            isSilent: try row[11]
        )
    }
}
