import Storage

extension Connection {
    /// - Throws: `StorageError.constraint` when one is there already.
    func insertChunks(_ chunks: [TelemetryNewChunk]) throws {
        let rows = chunks.map { chunk -> [SQLValue] in
            let (segment, count) = (chunk.key.segment, Int64(chunk.bytes.count))
            return [.text(segment.app), .integer(Int64(segment.day)), .text(chunk.key.id), .integer(count), .blob(chunk.bytes)]
        }
        try insertAll(rows, into: TelemetryTables.chunk)
    }

    /// Nil when there is no such chunk.
    func place(of key: TelemetryChunkKey) throws -> TelemetryChunkPlace? {
        try first(
            """
            SELECT bytes, blob, position FROM log_chunk
            WHERE app_id = \(key.segment.app) AND day = \(key.segment.day) AND id = \(key.id)
            """
        ) { row in
            let bytes: [UInt8]? = try row[0]
            return try bytes.map { .row($0) } ?? .object(TelemetryObjectPlace(blob: try row[1], position: try row[2]))
        }
    }

    /// Of chunks, those that are in objects.
    func objects(of keys: Set<TelemetryChunkKey>) throws -> [TelemetryChunkKey: TelemetryObjectPlace] {
        var objects: [TelemetryChunkKey: TelemetryObjectPlace] = [:]
        for (segment, keys) in Dictionary(grouping: keys, by: \.segment) {
            for ids in keys.map(\.id).inPieces {
                let rows = try all(
                    """
                    SELECT id, blob, position FROM log_chunk
                    WHERE app_id = \(segment.app) AND day = \(segment.day) AND id IN (\(SQL.list(ids))) AND blob <> ''
                    """
                ) { (try $0[0] as String, TelemetryObjectPlace(blob: try $0[1], position: try $0[2])) }
                for (id, object) in rows { objects[TelemetryChunkKey(segment, id: id)] = object }
            }
        }
        return objects
    }

    /// What is not in objects yet, by app and day.
    func unsealed() throws -> [TelemetryUnsealed] {
        try all(
            """
            SELECT app_id, day, count(*), CAST(SUM(length) AS BIGINT), min(id) FROM log_chunk WHERE blob = ''
            GROUP BY app_id, day ORDER BY app_id, day
            """
        ) { row in
            TelemetryUnsealed(
                segment: TelemetrySegment(app: try row[0], day: try row[1]),
                chunks: try row[2],
                bytes: try row[3],
                oldest: TelemetryChunkKey.time(of: try row[4])
            )
        }
    }

    /// The oldest chunks of a segment that are not in an object, as many as an object holds.
    func unsealedChunks(_ segment: TelemetrySegment, bytes most: Int, count: Int) throws -> [TelemetryNewChunk] {
        var size = 0
        let ids = try all(
            "SELECT id, length FROM log_chunk WHERE app_id = \(segment.app) AND day = \(segment.day) AND blob = '' ORDER BY id LIMIT \(count)"
        ) { (try $0[0] as String, try $0[1] as Int) }
        let taken = ids.prefix { _, length in
            defer { size += length }
            return size == 0 || size + length <= most
        }
        guard let first = taken.first?.0, let last = taken.last?.0 else { return [] }
        return try all(
            """
            SELECT id, bytes, scrubs FROM log_chunk
            WHERE app_id = \(segment.app) AND day = \(segment.day) AND blob = '' AND id >= \(first) AND id <= \(last) ORDER BY id
            """
        ) { TelemetryNewChunk(key: TelemetryChunkKey(segment, id: try $0[0]), bytes: try $0[1], scrubs: try $0[2]) }
    }

    /// Lets an object hold a chunk from now on.
    /// - Parameter scrubs: how often the chunk was overwritten when it was read.
    /// - Returns: false when another one does, or the chunk is not what it was, or gone.
    func seal(_ key: TelemetryChunkKey, scrubs: Int, in blob: BlobID, at position: Int) throws -> Bool {
        try run(
            """
            UPDATE log_chunk SET bytes = NULL, blob = \(blob), position = \(position)
            WHERE app_id = \(key.segment.app) AND day = \(key.segment.day) AND id = \(key.id) AND blob = '' AND scrubs = \(scrubs)
            """
        ) == 1
    }

    func deleteChunks(_ app: String, before day: Int) throws {
        try run("DELETE FROM log_chunk WHERE app_id = \(app) AND day < \(day)")
    }
}

extension TelemetryTables {
    static let chunk = BulkTable(
        "log_chunk",
        [.init("app_id", .text), .init("day", .integer), .init("id", .text), .init("length", .integer), .init("bytes", .blob)],
        key: ["app_id", "day", "id"],
        conflict: .keep
    )
}
