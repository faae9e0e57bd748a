import Storage

extension Connection {
    /// Notes an object that is about to be put.
    func noteObject(_ segment: TelemetrySegment, _ id: BlobID, size: Int) throws {
        try run(
            """
            INSERT INTO log_object (app_id, day, blob, size, chunks, made_at)
            VALUES (\(segment.app), \(segment.day), \(id), \(size), 0, \(try now()))
            """
        )
    }

    /// Says how many chunks name an object that was put.
    /// - Returns: false when it was noted so long ago, by the database's clock, that it may be removed any time.
    func nameObject(_ object: TelemetryObject, longest: Int) throws -> Bool {
        try run(
            """
            UPDATE log_object SET chunks = \(object.positions.count)
            WHERE app_id = \(object.segment.app) AND day = \(object.segment.day) AND blob = \(object.id) AND chunks = 0
            AND made_at >= \(try now().milliseconds - longest)
            """
        ) == 1
    }

    /// Gives up the objects of an app from days before one: nothing names them any more.
    func giveUpObjects(_ app: String, before day: Int) throws {
        try run("UPDATE log_object SET chunks = 0, made_at = 0 WHERE app_id = \(app) AND day < \(day)")
    }

    /// Objects that nothing names and that were noted at least some time ago.
    func unnamedObjects(olderThan milliseconds: Int, limit: Int) throws -> [TelemetryUnnamedObject] {
        let latest = try now().milliseconds - milliseconds
        return try all("SELECT app_id, day, blob FROM log_object WHERE chunks = 0 AND made_at <= \(latest) ORDER BY made_at, app_id LIMIT \(limit)") {
            TelemetryUnnamedObject(segment: TelemetrySegment(app: try $0[0], day: try $0[1]), id: try $0[2])
        }
    }

    func forgetObject(_ object: TelemetryUnnamedObject) throws {
        try run(
            """
            DELETE FROM log_object WHERE app_id = \(object.segment.app) AND day = \(object.segment.day) AND blob = \(object.id) AND chunks = 0
            """
        )
    }
}

struct TelemetryUnnamedObject: Sendable {
    let segment: TelemetrySegment
    let id: BlobID
}
