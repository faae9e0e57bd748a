import Formats
import Foundation
import NIOPosix
import Signing
import Storage
import Web

/// A readable log as it was stored.
struct DiagnosisLogMade: Sendable {
    let blob: BlobID
    /// Until it is adopted.
    let file: TemporaryFile
    /// Bytes of the blob, and where its index begins.
    let size: Int
    let index: Int
    let facts: DiagnosisLogFacts
}

/// Blocks of a log, and at the end an index of them: each packed and sealed by itself, so that a page opens only those that it shows.
///
/// For one task: each write is waited for before the next comes.
final class DiagnosisLogWriter: @unchecked Sendable {
    private let file: TemporaryFile
    private let target: AppendFile
    private let key: DiagnosisFileKey
    private let part: String
    private let digest = Digest.Stream(.sha256)
    private var size = 0
    private var blocks: [DiagnosisLogIndex.Block] = []

    init(_ path: String, _ key: DiagnosisFileKey, part: String) throws {
        (self.key, self.part) = (key, part)
        file = TemporaryFile(path)
        target = try AppendFile(path, length: 0)
    }

    /// - Parameter packed: as gzip.
    func add(_ packed: [UInt8], _ facts: DeviceLogBlockFacts) async throws {
        let start = size
        try await write(packed, DiagnosisLogIndex.context(part, block: blocks.count))
        blocks.append(DiagnosisLogIndex.Block(start: start, size: size - start, facts: facts))
    }

    private func write(_ plain: [UInt8], _ context: [UInt8]) async throws {
        let box = try AESGCM.seal(plain, key: key.bytes, authenticating: context)
        digest.update(box)
        try await NIOThreadPool.singleton.runIfActive { [target, size] in try target.write(box, at: size) }
        size += box.count
    }

    func finish() async throws -> DiagnosisLogMade {
        let index = size
        try await write([UInt8](try JSONEncoder().encode(DiagnosisLogIndex(blocks: blocks))), DiagnosisLogIndex.context(part, block: -1))
        try await NIOThreadPool.singleton.runIfActive { [target] in try target.sync() }
        let times = blocks.flatMap { [$0.facts.from, $0.facts.to].compactMap { $0 } }
        let facts = DiagnosisLogFacts(
            lines: blocks.reduce(0) { $0 + $1.facts.lines },
            files: Set(blocks.map(\.facts.file)).count,
            from: OrNull(times.min().map { Date(milliseconds: $0) }),
            to: OrNull(times.max().map { Date(milliseconds: $0) })
        )
        return DiagnosisLogMade(blob: BlobID(digest: digest.finish()), file: file, size: size, index: index, facts: facts)
    }
}

/// Where the blocks of a log are, sealed behind the last of them.
struct DiagnosisLogIndex: Codable, Sendable {
    let blocks: [Block]

    struct Block: Codable, Sendable {
        let start: Int
        /// Bytes of its box.
        let size: Int
        let facts: DeviceLogBlockFacts
    }

    /// So that no box can take another's place; -1 is the index.
    static func context(_ part: String, block: Int) -> [UInt8] { Array("diagnosis log \(part) \(block)".utf8) }
}

/// Where a readable log is.
struct DiagnosisLogPlace: Sendable {
    let part: String
    let blob: BlobID
    let size: Int
    let index: Int
    let sealedKey: [UInt8]
}
