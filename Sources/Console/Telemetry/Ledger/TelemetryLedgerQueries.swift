import Storage

extension Connection {
    /// Notes batch ids, each once.
    /// - Returns: places of those that are new; one noted more than 24 hours ago is new again.
    ///
    /// Two nodes that note the same id at the same moment: the second waits for the first to commit, finds the row there, and reads what it says
    /// in a statement of its own, which sees it.
    func noteBatches(_ entries: [TelemetryEntry]) throws -> (new: Set<Int>, known: [TelemetryBatchKey: TelemetryKnownBatch]) {
        let order = entries.indices.sorted { entries[$0].key < entries[$1].key }
        let rows = order.map { place -> [SQLValue] in
            [.text(entries[place].app), .text(entries[place].batchID), .integer(entries[place].upload.receivedAt)]
        }
        var new = Set(try insertNew(rows, into: TelemetryTables.batchKey).map { order[$0] })
        guard new.count < entries.count else { return (new, [:]) }
        let old = order.filter { !new.contains($0) }
        for place in old where try noteAgain(entries[place]) { new.insert(place) }
        return (new, try knownBatches(old.filter { !new.contains($0) }.map { entries[$0].key }))
    }

    private func noteAgain(_ entry: TelemetryEntry) throws -> Bool {
        let receivedAt = entry.upload.receivedAt
        return try run(
            """
            UPDATE log_batch_key SET received_at = \(receivedAt)
            WHERE app_id = \(entry.app) AND batch_id = \(entry.batchID) AND received_at <= \(receivedAt - 86_400_000)
            """
        ) == 1
    }

    /// What the ledger holds under known batch ids. Each is looked up by its whole key: joined, PostgreSQL might read the whole ledger of the app.
    private func knownBatches(_ keys: [TelemetryBatchKey]) throws -> [TelemetryBatchKey: TelemetryKnownBatch] {
        var known: [TelemetryBatchKey: TelemetryKnownBatch] = [:]
        for (app, keys) in Dictionary(grouping: keys, by: \.app) {
            for ids in keys.map(\.id).inPieces {
                let noted = try all("SELECT batch_id, received_at FROM log_batch_key WHERE app_id = \(app) AND batch_id IN (\(SQL.list(ids)))") {
                    (id: try $0[0] as String, receivedAt: try $0[1] as Int)
                }
                for note in noted { known[TelemetryBatchKey(app: app, id: note.id)] = try batch(app, note.receivedAt, note.id) }
            }
        }
        return known
    }

    private func batch(_ app: String, _ receivedAt: Int, _ id: String) throws -> TelemetryKnownBatch? {
        try first(
            "SELECT sha256, accepted, rejected FROM log_batch WHERE app_id = \(app) AND received_at = \(receivedAt) AND batch_id = \(id)"
        ) { TelemetryKnownBatch(sha256: try $0[0], accepted: try $0[1], rejected: try $0[2]) }
    }

    /// - Throws: `StorageError.constraint` when one is there already.
    func insertBatches(_ entries: [TelemetryEntry], _ places: [TelemetryPlace]) throws {
        try insertAll(zip(entries, places).map { $0.ledgerRow($1) }, into: TelemetryTables.batch)
    }

    /// How long a segment is as far as it was acknowledged.
    func segmentLength(_ segment: TelemetrySegment) throws -> Int {
        try value("SELECT bytes FROM log_segment WHERE app_id = \(segment.app) AND day = \(segment.day)") ?? 0
    }

    /// Raises what segments hold.
    func growSegments(_ growth: [TelemetrySegment: Int], _ fresh: [TelemetryEntry]) throws {
        let groups = Dictionary(grouping: fresh, by: \.segment)
        let rows = growth.map { segment, bytes -> [SQLValue] in
            let entries = groups[segment] ?? []
            return [
                .text(segment.app), .integer(segment.day), .integer(bytes), .integer(entries.count),
                .integer(entries.reduce(0) { $0 + $1.reduction.accepted }), .integer(entries.reduce(0) { $0 + $1.reduction.rejected }),
            ]
        }
        try add(rows, to: TelemetryTables.segment)
    }
}

/// What makes an upload known.
struct TelemetryBatchKey: Hashable, Comparable, Sendable {
    let app: String
    let id: String

    static func < (one: Self, other: Self) -> Bool { (one.app, one.id) < (other.app, other.id) }
}

/// An acknowledged upload, as far as its repetition needs it.
struct TelemetryKnownBatch {
    let sha256: [UInt8]
    let accepted: Int
    let rejected: Int
}

extension TelemetryEntry {
    var key: TelemetryBatchKey { TelemetryBatchKey(app: app, id: batchID) }

    fileprivate func ledgerRow(_ place: TelemetryPlace) -> [SQLValue] {
        [
            .text(app), .integer(upload.receivedAt), .text(batchID), .text(platform), .text(upload.productID), .text(kind.rawValue), .blob(sha256),
            .integer(reduction.accepted), .integer(reduction.rejected), .integer(reduction.times?.lowerBound ?? upload.receivedAt),
            .integer(reduction.times?.upperBound ?? upload.receivedAt), .text(upload.version ?? ""), .text(upload.device ?? ""),
            .text(upload.user ?? ""), zoneOffset.sqlValue, .integer(segment.day), .text(place.chunk), .integer(place.position),
            .integer(packed.count),
        ]
    }
}

extension Array {
    /// Pieces for `IN (…)`, of two lengths only, so that two statements are prepared and not hundreds; the last value fills them up.
    var inPieces: [[Element]] {
        guard let last else { return [] }
        return stride(from: 0, to: count, by: 256).map { start in
            let piece = Array(self[start..<Swift.min(start + 256, count)])
            return piece + Array(repeating: last, count: (piece.count <= 8 ? 8 : 256) - piece.count)
        }
    }
}

extension TelemetryTables {
    fileprivate static let batchKey = BulkTable(
        "log_batch_key",
        [.init("app_id", .text), .init("batch_id", .text), .init("received_at", .integer)],
        key: ["app_id", "batch_id"],
        conflict: .keep
    )

    fileprivate static let batch = BulkTable(
        "log_batch",
        [
            .init("app_id", .text), .init("received_at", .integer), .init("batch_id", .text), .init("platform", .text), .init("product_id", .text),
            .init("kind", .text), .init("sha256", .blob), .init("accepted", .integer), .init("rejected", .integer), .init("first_time", .integer),
            .init("last_time", .integer), .init("product_version", .text), .init("device", .text), .init("user_id", .text),
            .init("zone_offset", .integer), .init("segment", .integer), .init("chunk", .text), .init("position", .integer), .init("length", .integer),
        ],
        key: ["app_id", "received_at", "batch_id"],
        conflict: .keep
    )

    fileprivate static let segment = BulkTable(
        "log_segment",
        [
            .init("app_id", .text), .init("day", .integer), .init("bytes", .integer), .init("batches", .integer), .init("accepted", .integer),
            .init("rejected", .integer),
        ],
        key: ["app_id", "day"],
        conflict: .add(["bytes", "batches", "accepted", "rejected"])
    )
}
