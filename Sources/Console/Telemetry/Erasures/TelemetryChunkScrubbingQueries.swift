import Storage

extension Connection {
    /// - Returns: false when the chunk is not in the database any more.
    func overwrite(_ chunk: TelemetryChunkKey, with bytes: [UInt8]) throws -> Bool {
        try run(
            """
            UPDATE log_chunk SET bytes = \(bytes), scrubs = scrubs + 1
            WHERE app_id = \(chunk.segment.app) AND day = \(chunk.segment.day) AND id = \(chunk.id) AND blob = ''
            """
        ) == 1
    }

    /// Lets all chunks of an object be in another one, at the same places.
    /// - Returns: false when none is in it any more.
    func replaceObject(_ old: BlobID, by new: BlobID, of segment: TelemetrySegment) throws -> Bool {
        let chunks = try run("UPDATE log_chunk SET blob = \(new) WHERE app_id = \(segment.app) AND day = \(segment.day) AND blob = \(old)")
        guard chunks > 0 else { return false }
        try run("UPDATE log_object SET chunks = \(chunks) WHERE app_id = \(segment.app) AND day = \(segment.day) AND blob = \(new)")
        try run("UPDATE log_object SET chunks = 0, made_at = 0 WHERE app_id = \(segment.app) AND day = \(segment.day) AND blob = \(old)")
        return true
    }
}
