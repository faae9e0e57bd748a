import Foundation
import NIOPosix
import Signing
import Storage

extension TelemetryChunks {
    func scrub(_ scrubs: [TelemetryScrub], _: Database) async throws {
        var inObjects: [TelemetryScrubbedObject: [(scrub: TelemetryScrub, position: Int)]] = [:]
        for (chunk, scrubs) in Dictionary(grouping: scrubs, by: \.chunk) {
            switch try await database.read({ try $0.place(of: chunk) }) {
            case nil: try await database.write(.readCommitted) { try $0.forgetScrubs(scrubs) }
            case .row: try await scrubRow(chunk, scrubs)
            case .object(let object):
                let key = TelemetryScrubbedObject(segment: chunk.segment, blob: object.blob)
                inObjects[key, default: []] += scrubs.map { ($0, object.position + $0.range.lowerBound) }
            }
        }
        for (object, scrubs) in inObjects { try await scrub(object, scrubs) }
    }

    /// A chunk that is in the database still.
    private func scrubRow(_ chunk: TelemetryChunkKey, _ scrubs: [TelemetryScrub]) async throws {
        try await database.write { connection in
            guard case .row(var bytes) = try connection.place(of: chunk) else {
                throw StorageError.conflict("chunk \(chunk.id) was packed or is gone")
            }
            for scrub in scrubs where scrub.range.upperBound <= bytes.count { bytes.replaceSubrange(scrub.range, with: scrub.filler) }
            guard try connection.overwrite(chunk, with: bytes) else { throw StorageError.conflict("chunk \(chunk.id) was packed or is gone") }
            try connection.forgetScrubs(scrubs)
        }
    }

    /// An object is made anew, noted before it is put like any other, and takes the place of the old one, which is removed with the next upkeep.
    private func scrub(_ object: TelemetryScrubbedObject, _ scrubs: [(scrub: TelemetryScrub, position: Int)]) async throws {
        let path = "\(scratch)/scrub-\(Random.hex(8))"
        defer { unlink(path) }
        try await blobs.download(object.blob, to: path)
        let (id, size) = try await NIOThreadPool.singleton.runIfActive {
            for (scrub, position) in scrubs { try AppendFile.overwrite(path, at: position, with: scrub.filler) }
            return try Self.content(of: path)
        }
        try await database.write(.readCommitted) { try $0.noteObject(object.segment, id, size: size) }
        try await blobs.put(file: path, sha256: id)
        try await database.write { connection in
            guard try connection.replaceObject(object.blob, by: id, of: object.segment) else {
                throw StorageError.conflict("object \(object.blob) was replaced or is gone")
            }
            try connection.forgetScrubs(scrubs.map(\.scrub))
        }
    }

    private static func content(of path: String) throws -> (BlobID, Int) {
        let (size, digest) = (try AppendFile.size(path), Digest.Stream(.sha256))
        for start in stride(from: 0, to: size, by: 8 << 20) {
            digest.update(try AppendFile.read(path, at: start, count: min(8 << 20, size - start)))
        }
        return (BlobID(digest: digest.finish()), size)
    }
}

private struct TelemetryScrubbedObject: Hashable, Sendable {
    let segment: TelemetrySegment
    let blob: BlobID
}
