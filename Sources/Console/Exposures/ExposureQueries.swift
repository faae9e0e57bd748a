import Storage

extension Connection {
    // MARK: writing

    /// Writes who was told of what, each device of a subject once; the first time stays. Counts those that are new.
    func insertExposures(_ exposures: [Exposure]) throws {
        let ordered = ExposureTables.exposure.ordered(exposures) { $0.row }
        var counts: [ExposureTally.Key: ExposureTally] = [:]
        for place in try insertNew(ordered.map(\.row), into: ExposureTables.exposure) {
            counts[ordered[place].tallied, default: ExposureTally()].count(at: ordered[place].at)
        }
        try tallyExposures(counts)
    }

    /// Raises the counts of subjects, in one order on every node. Rooms that keep themselves who was told call it in the transaction that says so.
    func tallyExposures(_ counts: [ExposureTally.Key: ExposureTally]) throws {
        for (key, tally) in counts.sorted(by: { $0.key < $1.key }) {
            try run(
                """
                INSERT INTO exposure_tally (app_id, kind, subject, platform, devices, first_at, last_at)
                VALUES (\(key.app), \(key.kind), \(key.subject), \(key.platform), \(tally.devices), \(tally.firstAt), \(tally.lastAt))
                ON CONFLICT (app_id, kind, subject, platform) DO UPDATE SET
                    devices = exposure_tally.devices + excluded.devices,
                    first_at = CASE WHEN excluded.first_at < exposure_tally.first_at THEN excluded.first_at ELSE exposure_tally.first_at END,
                    last_at = CASE WHEN excluded.last_at > exposure_tally.last_at THEN excluded.last_at ELSE exposure_tally.last_at END
                """
            )
        }
    }

    // MARK: reading

    /// What a device was told as far as it is noted here, newest first.
    func exposures(of device: String, _ app: String, limit: Int) throws -> [ExposureMark] {
        try all(
            """
            SELECT device, kind, subject, at FROM exposure WHERE app_id = \(app) AND device = \(device)
            ORDER BY at DESC, kind, subject LIMIT \(limit)
            """,
            ExposureMark.init
        )
    }

    /// What some devices were told since a time.
    /// - Parameter start: ms since 1970.
    func exposures(of devices: [String], _ app: String, since start: Int) throws -> [ExposureMark] {
        try devices.inPieces.flatMap { devices in
            try all(
                """
                SELECT device, kind, subject, at FROM exposure
                WHERE app_id = \(app) AND device IN (\(SQL.list(devices))) AND at >= \(start)
                """,
                ExposureMark.init
            )
        }
    }

    /// What an app's devices were told of first since a time, and how many; the latest first.
    /// - Parameters:
    ///   - platform: devices of others are left out, and those of which nobody knows.
    ///   - start: ms since 1970.
    func exposureTallies(
        of app: String,
        on platform: Platform,
        since start: Int,
        limit: Int
    ) throws -> [(subject: ExposureSubject, tally: ExposureTally)] {
        try all(
            """
            SELECT kind, subject, devices, first_at, last_at FROM exposure_tally
            WHERE app_id = \(app) AND platform = \(platform) AND first_at >= \(start)
            ORDER BY first_at DESC, kind, subject LIMIT \(limit)
            """
        ) { row in
            (
                subject: ExposureSubject(kind: try row[0], id: try row[1]),
                tally: ExposureTally(devices: try row[2], firstAt: try row[3], lastAt: try row[4])
            )
        }
    }

    // MARK: going

    /// - Parameter time: ms since 1970.
    /// - Returns: how many went.
    func deleteExposures(before time: Int, limit: Int) throws -> Int {
        let old = try all("SELECT app_id, device, kind, subject FROM exposure WHERE at < \(time) ORDER BY at LIMIT \(limit)") {
            (app: try $0[0] as String, device: try $0[1] as String, kind: try $0[2] as ExposureKind, subject: try $0[3] as String)
        }
        let delete = try prepare("DELETE FROM exposure WHERE app_id = ? AND device = ? AND kind = ? AND subject = ?")
        for one in old { try delete.run(one.app, one.device, one.kind, one.subject) }
        return old.count
    }

    /// Counts of what nobody was told any more since a time.
    func deleteExposureTallies(before time: Int) throws {
        try run("DELETE FROM exposure_tally WHERE last_at < \(time)")
    }

    func deleteExposures(of app: String) throws {
        for table in ["exposure", "exposure_tally"] as [SQL] { try run("DELETE FROM \(table) WHERE app_id = \(app)") }
    }

    /// Somebody's data is erased: what is counted stays counted, under a name by chance.
    func renameExposedDevice(_ device: String, to name: String, of app: String) throws {
        try run("UPDATE exposure SET device = \(name) WHERE app_id = \(app) AND device = \(device)")
    }
}

enum ExposureTables {
    static let exposure = BulkTable(
        "exposure",
        [.init("app_id", .text), .init("device", .text), .init("kind", .text), .init("subject", .text), .init("at", .integer)],
        key: ["app_id", "device", "kind", "subject"],
        conflict: .keep
    )
}

extension Exposure {
    fileprivate var row: [SQLValue] { [.text(app), .text(device), .text(kind.rawValue), .text(subject), .integer(at)] }
    fileprivate var tallied: ExposureTally.Key { ExposureTally.Key(app: app, kind, subject: subject, on: platform) }
}

extension ExposureMark {
    fileprivate init(_ row: Row) throws {
        self.init(device: try row[0], subject: ExposureSubject(kind: try row[1], id: try row[2]), at: try row[3])
    }
}
