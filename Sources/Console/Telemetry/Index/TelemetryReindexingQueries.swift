import Storage

extension Connection {
    /// Notes all raw lines of a day as covered by no index.
    func unindex(_ segment: TelemetrySegment) throws {
        let (app, day, start) = (segment.app, segment.day, segment.day * 86_400_000)
        try run("DELETE FROM log_unindexed WHERE app_id = \(app) AND day = \(day)")
        try run(
            """
            INSERT INTO log_unindexed (app_id, day, chunk, position, length, since, uploads)
            SELECT app_id, day, id, 0, length, \(start), 0 FROM log_chunk WHERE app_id = \(app) AND day = \(day) AND length > 0
            """
        )
        guard try value("SELECT count(*) FROM log_chunk WHERE app_id = \(app) AND day = \(day)", as: Int.self) == 0 else { return }
        try run(
            """
            INSERT INTO log_unindexed (app_id, day, chunk, position, length, since, uploads)
            SELECT app_id, day, '', 0, bytes, \(start), batches FROM log_segment WHERE app_id = \(app) AND day = \(day) AND bytes > 0
            """
        )
    }
}
