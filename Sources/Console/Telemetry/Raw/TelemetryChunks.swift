import Foundation
import Storage

/// Raw lines for all nodes: chunks in the database, in the same transaction as the ledger rows that name them, so that an acknowledged upload
/// survives the loss of the node that took it; packed into objects later by ``TelemetrySealing``.
struct TelemetryChunks: TelemetryRaw {
    let database: Database
    let blobs: any Blobs
    /// A directory of this machine for files that are there for a moment.
    var scratch = FileManager.default.temporaryDirectory.path

    let isShared = true

    func append(_ entries: [TelemetryEntry], _ connection: Connection) throws -> any TelemetryAppend {
        let append = TelemetryChunkAppend(entries)
        try connection.insertChunks(append.chunks)
        return append
    }

    func reader() -> any TelemetryReader {
        TelemetryChunkReader(database: database, blobs: blobs)
    }

    /// Objects go by what `log_object` says of them.
    func remove(_ segments: [TelemetrySegment]) {}
}

/// The bodies of one group as new chunks: what the transaction holds needs no flush and no undoing.
struct TelemetryChunkAppend: TelemetryAppend {
    private(set) var places: [TelemetryPlace] = []
    private(set) var chunks: [TelemetryNewChunk] = []

    /// Bytes that end a chunk: the next body begins another one.
    private static let fullChunk = 8 << 20

    init(_ entries: [TelemetryEntry]) {
        var open: [TelemetrySegment: Int] = [:]
        for entry in entries {
            let segment = entry.segment
            let index = open[segment].flatMap { chunks[$0].bytes.count + entry.packed.count <= Self.fullChunk ? $0 : nil } ?? chunks.count
            if index == chunks.count { chunks.append(TelemetryNewChunk(key: TelemetryChunkKey(segment, receivedAt: entry.upload.receivedAt))) }
            open[segment] = index
            places.append(TelemetryPlace(chunk: chunks[index].key.id, position: chunks[index].bytes.count))
            entry.append(to: &chunks[index].bytes)
        }
    }

    var growth: [TelemetrySegment: Int] {
        chunks.reduce(into: [:]) { $0[$1.key.segment, default: 0] += $1.bytes.count }
    }

    func finish() {}
    func undo() {}
}

struct TelemetryNewChunk: Sendable {
    let key: TelemetryChunkKey
    var bytes: [UInt8] = []
    /// How often bytes of it were overwritten.
    var scrubs = 0
}
