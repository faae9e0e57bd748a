import Storage

/// The catalogue of indexes, and what none of them covers.
extension Connection {
    // MARK: what no index covers

    /// - Throws: `StorageError.constraint` when one is there already.
    func insertUnindexed(_ extents: [TelemetryExtent]) throws {
        let rows = extents.map { extent -> [SQLValue] in
            [
                .text(extent.chunk.segment.app), .integer(extent.chunk.segment.day), .text(extent.chunk.id), .integer(extent.range.lowerBound),
                .integer(extent.range.count), .integer(extent.since.receivedAt), .text(extent.since.batchID), .integer(extent.uploads),
            ]
        }
        try insertAll(rows, into: TelemetryTables.unindexed)
    }

    /// Of an app. While indexes cannot be made there are more extents every second, so no more of them are held than take a few MB.
    func allUnindexed(_ app: String, most: Int = 50_000) throws -> TelemetryUnindexed {
        let extents = try unindexed(app, limit: most + 1)
        guard extents.count > most else { return TelemetryUnindexed(extents) }
        let firsts = try all("SELECT day, min(since) FROM log_unindexed WHERE app_id = \(app) GROUP BY day") { (try $0[0] as Int, try $0[1] as Int) }
        return TelemetryUnindexed(firsts: Dictionary(uniqueKeysWithValues: firsts))
    }

    /// Of an app, on all days or one, the first in the order of the ledger.
    func unindexed(_ app: String, day: Int? = nil, limit: Int) throws -> [TelemetryExtent] {
        let isDay: SQL = day.map { "day = \($0)" } ?? "1 = 1"
        return try all(
            """
            SELECT day, chunk, position, length, since, since_batch, uploads FROM log_unindexed WHERE app_id = \(app) AND \(isDay)
            ORDER BY since, since_batch, chunk, position LIMIT \(limit)
            """
        ) { row in
            let position: Int = try row[2]
            return TelemetryExtent(
                chunk: TelemetryChunkKey(TelemetrySegment(app: app, day: try row[0]), id: try row[1]),
                range: position..<position + (try row[3] as Int),
                since: TelemetryLedgerPlace(receivedAt: try row[4], batchID: try row[5]),
                uploads: try row[6]
            )
        }
    }

    /// Says that an index covers the uploads of an extent before a place, or all of them.
    /// - Returns: false when the extent is not what it was any more.
    func cover(_ extent: TelemetryExtent, before place: TelemetryLedgerPlace?, uploads: Int) throws -> Bool {
        let isThere: SQL = """
            app_id = \(extent.chunk.segment.app) AND day = \(extent.chunk.segment.day) AND chunk = \(extent.chunk.id)
            AND position = \(extent.range.lowerBound) AND since = \(extent.since.receivedAt) AND since_batch = \(extent.since.batchID)
            """
        guard let place else { return try run("DELETE FROM log_unindexed WHERE \(isThere)") == 1 }
        return try run(
            """
            UPDATE log_unindexed SET since = \(place.receivedAt), since_batch = \(place.batchID), uploads = \(max(0, extent.uploads - uploads))
            WHERE \(isThere)
            """
        ) == 1
    }

    /// By app and day, the latest day first.
    func waitingForIndex() throws -> [TelemetryUnindexedDay] {
        try all(
            """
            SELECT app_id, day, CAST(SUM(uploads) AS BIGINT), CAST(SUM(length) AS BIGINT), min(since) FROM log_unindexed
            GROUP BY app_id, day ORDER BY day DESC, app_id
            """
        ) { row in
            TelemetryUnindexedDay(
                segment: TelemetrySegment(app: try row[0], day: try row[1]),
                uploads: try row[2],
                bytes: try row[3],
                oldest: try row[4]
            )
        }
    }

    // MARK: indexes

    /// Notes an index whose blob is about to be put.
    func noteIndex(_ unit: TelemetryIndexUnit) throws {
        try run(
            """
            INSERT INTO log_index (
                app_id, day, blob, size, front, uploads, first_received, last_received, first_time, last_time, made_at
            )
            VALUES (
                \(unit.segment.app), \(unit.segment.day), \(unit.blob), \(unit.size), \(unit.front), 0, \(unit.received.lowerBound),
                \(unit.received.upperBound), \(unit.times.lowerBound), \(unit.times.upperBound), \(try now())
            )
            """
        )
    }

    /// Lets an index count whose blob was put.
    /// - Returns: false when it was noted so long ago, by the database's clock, that it may be removed any time.
    func nameIndex(_ unit: TelemetryIndexUnit, longest: Int) throws -> Bool {
        try run(
            """
            UPDATE log_index SET uploads = \(unit.uploads) WHERE \(Self.isIndex(unit)) AND uploads = 0
            AND made_at >= \(try now().milliseconds - longest)
            """
        ) == 1
    }

    /// - Returns: false when it is given up already.
    func giveUpIndex(_ unit: TelemetryIndexUnit) throws -> Bool {
        try run("UPDATE log_index SET uploads = 0, made_at = 0 WHERE \(Self.isIndex(unit)) AND uploads > 0") == 1
    }

    func giveUpIndexes(_ app: String, before day: Int) throws {
        try run("UPDATE log_index SET uploads = 0, made_at = 0 WHERE app_id = \(app) AND day < \(day) AND uploads > 0")
        try run("DELETE FROM log_unindexed WHERE app_id = \(app) AND day < \(day)")
    }

    private static func isIndex(_ unit: TelemetryIndexUnit) -> SQL {
        "app_id = \(unit.segment.app) AND day = \(unit.segment.day) AND blob = \(unit.blob)"
    }

    /// Those that can hold lines of some time, the latest received first.
    /// - Parameter received: receipt time in ms of the last upload that is looked at.
    func indexes(_ app: String, times: Range<Int>, receivedUpTo received: Int) throws -> [TelemetryIndexUnit] {
        try indexes(
            """
            app_id = \(app) AND uploads > 0 AND last_time >= \(times.lowerBound) AND first_time < \(times.upperBound)
            AND first_received <= \(received)
            """
        )
    }

    func indexes(_ segment: TelemetrySegment) throws -> [TelemetryIndexUnit] {
        try indexes("app_id = \(segment.app) AND day = \(segment.day) AND uploads > 0")
    }

    /// Those that nothing needs and that were noted at least some time ago.
    func indexesToRemove(olderThan milliseconds: Int, limit: Int) throws -> [TelemetryIndexUnit] {
        Array(try indexes("uploads = 0 AND made_at <= \(try now().milliseconds - milliseconds)").prefix(limit))
    }

    private func indexes(_ condition: SQL) throws -> [TelemetryIndexUnit] {
        try all(
            """
            SELECT app_id, day, blob, size, front, uploads, first_received, last_received, first_time, last_time FROM log_index
            WHERE \(condition) ORDER BY last_received DESC, blob
            """
        ) { row in
            TelemetryIndexUnit(
                segment: TelemetrySegment(app: try row[0], day: try row[1]),
                blob: try row[2],
                size: try row[3],
                front: try row[4],
                uploads: try row[5],
                received: try row[6]...(try row[7]),
                times: try row[8]...(try row[9])
            )
        }
    }

    func forgetIndex(_ unit: TelemetryIndexUnit) throws {
        try run("DELETE FROM log_index WHERE \(Self.isIndex(unit)) AND uploads = 0")
    }
}

/// What of one app and day no index covers yet.
public struct TelemetryUnindexedDay: Sendable {
    let segment: TelemetrySegment
    public let uploads: Int
    public let bytes: Int
    /// When the first was received, in ms since 1970.
    public let oldest: Int
}

extension TelemetryTables {
    fileprivate static let unindexed = BulkTable(
        "log_unindexed",
        [
            .init("app_id", .text), .init("day", .integer), .init("chunk", .text), .init("position", .integer), .init("length", .integer),
            .init("since", .integer), .init("since_batch", .text), .init("uploads", .integer),
        ],
        key: ["app_id", "day", "chunk", "position"],
        conflict: .keep
    )
}
