import Foundation
import NIOCore
import NIOPosix
import Signing
import Storage

/// What one device's file, and the log that is made of it, are sealed with: a key of chance for each, itself sealed under the key file. Without its
/// row nobody opens the blobs.
struct DiagnosisFileKey: Sendable {
    let bytes: [UInt8]

    static func make() -> DiagnosisFileKey { DiagnosisFileKey(bytes: Random.bytes(32)) }

    func sealed(_ installation: [UInt8], for part: String) throws -> [UInt8] {
        try AESGCM.seal(bytes, key: installation, authenticating: Self.context(part))
    }

    static func open(_ sealed: [UInt8], _ installation: [UInt8], for part: String) throws -> DiagnosisFileKey {
        DiagnosisFileKey(bytes: try AESGCM.open(sealed, key: installation, authenticating: context(part)))
    }

    private static func context(_ part: String) -> [UInt8] { Array("diagnosis key \(part)".utf8) }
}

/// Part of a file as it is stored: boxes of AES-256-GCM, each of ``chunk`` bytes but the last, in their order.
struct DiagnosisPiece: Sendable {
    let start: Int
    /// Of what the device sent.
    let size: Int
    let blob: BlobID

    /// Bytes in a box before it is sealed.
    static let chunk = 256 << 10
    private static let box = chunk + AESGCM.overhead

    /// How many boxes it has.
    var boxes: Int { (size + Self.chunk - 1) / Self.chunk }

    /// Bytes of the blob.
    func range(ofBox number: Int) -> Range<Int> {
        number * Self.box..<min((number + 1) * Self.box, size + boxes * AESGCM.overhead)
    }

    /// So that no box can take another's place.
    static func context(_ part: String, start: Int, box: Int) -> [UInt8] { Array("diagnosis piece \(part) \(start) \(box)".utf8) }
}

/// A piece on its way to the store: sealed before any of it is on a disk.
///
/// For one task: each write is waited for before the next comes.
final class DiagnosisPieceWriter: @unchecked Sendable {
    private let file: TemporaryFile
    private let target: AppendFile
    private let key: DiagnosisFileKey
    private let part: String
    private let start: Int
    private let sealedDigest = Digest.Stream(.sha256)
    private let plainDigest = Digest.Stream(.sha256)
    private var gathered: [UInt8] = []
    private var boxes = 0
    private var written = 0
    private(set) var size = 0

    init(_ path: String, _ key: DiagnosisFileKey, part: String, start: Int) throws {
        (self.key, self.part, self.start) = (key, part, start)
        file = TemporaryFile(path)
        target = try AppendFile(path, length: 0)
    }

    func write(_ bytes: ByteBuffer) async throws {
        gathered += bytes.readableBytesView
        size += bytes.readableBytes
        while gathered.count >= DiagnosisPiece.chunk { try await seal(DiagnosisPiece.chunk) }
    }

    private func seal(_ count: Int) async throws {
        let plain = Array(gathered.prefix(count))
        gathered.removeFirst(count)
        plainDigest.update(plain)
        let box = try AESGCM.seal(plain, key: key.bytes, authenticating: DiagnosisPiece.context(part, start: start, box: boxes))
        sealedDigest.update(box)
        try await NIOThreadPool.singleton.runIfActive { [target, written] in try target.write(box, at: written) }
        written += box.count
        boxes += 1
    }

    /// - Returns: the piece, the file that holds it until it is adopted, and the SHA-256 of what the device sent.
    func finish() async throws -> (piece: DiagnosisPiece, file: TemporaryFile, digest: [UInt8]) {
        if !gathered.isEmpty { try await seal(gathered.count) }
        let piece = DiagnosisPiece(start: start, size: size, blob: BlobID(digest: sealedDigest.finish()))
        return (piece, file, plainDigest.finish())
    }
}

/// A file as its device sent it, opened piece by piece.
struct DiagnosisFile: Sendable {
    let part: String
    let key: DiagnosisFileKey
    /// In order.
    let pieces: [DiagnosisPiece]
    let blobs: any Blobs

    var size: Int { pieces.reduce(0) { $0 + $1.size } }

    /// Its first box.
    func head() async throws -> [UInt8] {
        guard let piece = pieces.first, piece.boxes > 0 else { return [] }
        return try await box(0, of: piece)
    }

    /// - Throws: `AESGCM.Failure.tampered` for what is not as it was stored, `BlobError` for what is gone.
    func read(_ each: (_ chunk: [UInt8]) async throws -> Void) async throws {
        for piece in pieces {
            for number in 0..<piece.boxes { try await each(try await box(number, of: piece)) }
        }
    }

    private func box(_ number: Int, of piece: DiagnosisPiece) async throws -> [UInt8] {
        let sealed = try await blobs.read(piece.blob, piece.range(ofBox: number))
        return try AESGCM.open(sealed, key: key.bytes, authenticating: DiagnosisPiece.context(part, start: piece.start, box: number))
    }
}
