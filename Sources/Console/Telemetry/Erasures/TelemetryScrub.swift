import Foundation
import Signing
import Storage

/// Bytes that no row of the ledger names any more and that nobody is to read again.
struct TelemetryScrub: Sendable, Hashable {
    let chunk: TelemetryChunkKey
    /// In the segment's file, or in the chunk.
    let range: Range<Int>

    /// An empty gzip member of the same length, so that `zcat` goes on reading what is around it (RFC 1952, FLG.FCOMMENT). Every time another one: what
    /// is packed with it is not the object that it was.
    var filler: [UInt8] {
        let (head, tail) = (10, [3, 0] + [UInt8](repeating: 0, count: 8))
        guard range.count > head + tail.count else { return [UInt8](repeating: 0, count: range.count) }
        let comment = Random.hex(16).utf8.prefix(range.count - head - tail.count - 1)
        let padding = [UInt8](repeating: UInt8(ascii: "-"), count: range.count - head - tail.count - 1 - comment.count)
        return [0x1F, 0x8B, 8, 0x10, 0, 0, 0, 0, 0, 0xFF] + padding + comment + [0] + tail
    }
}

extension Telemetry {
    /// Overwrites what is noted of an app. Whatever ends it in between, it is done again: the notes go last.
    func scrub(_ app: String) async throws {
        while true {
            let scrubs = try await database.read { try $0.scrubs(of: app, limit: 1_000) }
            guard !scrubs.isEmpty else { return }
            try await raw.scrub(scrubs, database)
        }
    }
}

extension TelemetrySegments {
    func scrub(_ scrubs: [TelemetryScrub], _ database: Database) async throws {
        for scrub in scrubs {
            let path = path(scrub.chunk.segment)
            // Retention takes the file after the rows.
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try AppendFile.overwrite(path, at: scrub.range.lowerBound, with: scrub.filler)
        }
        try await database.write(.readCommitted) { try $0.forgetScrubs(scrubs) }
    }
}
