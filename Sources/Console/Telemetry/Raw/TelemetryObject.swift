import Foundation
import Signing
import Storage

/// Chunks packed into one object: a gzip file that `zcat` reads, and that says itself what it holds.
struct TelemetryObject: Sendable {
    let segment: TelemetrySegment
    let id: BlobID
    private(set) var bytes: [UInt8]
    /// Where each chunk begins.
    private(set) var positions: [(chunk: TelemetryNewChunk, position: Int)] = []

    /// Every attempt makes another object, whatever is in it: so none that is being removed is ever one that is just being put.
    init(_ segment: TelemetrySegment, _ chunks: [TelemetryNewChunk]) {
        self.segment = segment
        bytes = Self.head("log lines \(segment.name) \(Random.hex(8))")
        for chunk in chunks {
            positions.append((TelemetryNewChunk(key: chunk.key, scrubs: chunk.scrubs), bytes.count))
            bytes += chunk.bytes
        }
        id = BlobID(of: bytes)
    }

    /// An empty gzip member with a comment (RFC 1952, FLG.FCOMMENT).
    private static func head(_ comment: String) -> [UInt8] {
        [0x1F, 0x8B, 8, 0x10, 0, 0, 0, 0, 0, 0xFF] + Array(comment.utf8) + [0] + [3, 0] + [UInt8](repeating: 0, count: 8)
    }
}

/// Chunks of a segment that are in the database still.
public struct TelemetryUnsealed: Sendable {
    let segment: TelemetrySegment
    public let chunks: Int
    public let bytes: Int
    /// When the oldest was received, in ms since 1970.
    public let oldest: Int
}
