import Formats
import Logging
import Storage

extension TelemetryIndexing {
    /// Has a day indexed anew, because an index of it is lost: until then its lines are searched as they are.
    func reindex(_ segment: TelemetrySegment) async throws {
        Logger(label: "telemetry.index").warning("a day is indexed anew", metadata: ["app": "\(segment.app)", "day": "\(segment.day)"])
        try await database.write { connection in
            for unit in try connection.indexes(segment) { _ = try connection.giveUpIndex(unit) }
            try connection.unindex(segment)
        }
    }

    /// Makes an index of the same uploads as another one, as they are now, and gives up the other.
    func remake(_ old: TelemetryIndexUnit) async throws {
        let bytes = try await blobs.read(old.blob)
        let head = try LogIndexHead(Array(bytes.prefix(LogIndexHead.size)))
        guard head.end == bytes.count else { throw TelemetryIndexLost(unit: old, reason: "it has \(bytes.count) bytes") }
        let batches = Dictionary(grouping: try LogIndexEntry.all(in: Array(bytes[head.entryRange]), head), by: \.receivedAt)
        var making = TelemetryIndexMaking(old.segment, [], most: old.uploads, zone: zone(old.segment.app))
        let reader = raw.reader()
        for times in batches.keys.sorted().inPieces {
            let rows = try await database.read { try $0.ledgerRows(old.segment.app, receivedAt: times) }
            let own = rows.filter { row in batches[row.receivedAt]?.contains { $0.batch == LogIndexTerm.batch(row.batchID) } ?? false }
            for row in own.sorted(by: { $0.place < $1.place }) { try await making.add(row, reader) }
        }
        let made = try making.finished()
        if let made { try await put(made.unit, made.bytes) }
        try await database.write(.readCommitted) { connection in
            guard try connection.giveUpIndex(old) else { throw StorageError.conflict("index \(old.blob) was given up already") }
            if let made { try Self.name(made.unit, connection) }
        }
    }

    /// As ``reindex(_:)``, unless somebody else has seen to it since.
    func replace(_ lost: TelemetryIndexUnit) async throws {
        guard try await database.read({ try $0.indexes(lost.segment).contains { $0.blob == lost.blob } }) else { return }
        try await reindex(lost.segment)
    }
}
