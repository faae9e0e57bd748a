import Foundation
import Hummingbird
import NIOCore
import NIOPosix
import Signing
import Storage
import Synchronization
import Web

/// Takes files that requests bring to this machine's disk, of any size and in little memory, and hashes them on the way.
public struct FileIntake: Sendable {
    private let directory: String
    /// Bytes that are gathered before they are written.
    private static let piece = 1 << 20

    /// Clears away what a console left that was killed.
    /// - Parameter directory: this console's alone; made (0700) when it is missing.
    public init(directory: String) throws {
        self.directory = directory
        let files = FileManager.default
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try files.contentsOfDirectory(atPath: directory) where name.hasSuffix(".part") { unlink("\(directory)/\(name)") }
    }

    /// The whole body of a request.
    /// - Parameters:
    ///   - limit: bytes.
    ///   - name: what its owner calls it.
    ///   - alsoMD5: whether somebody will ask for the MD5, which costs more time than the SHA-256.
    ///   - prefix: what the file begins with, before the body.
    /// - Throws: `tooLarge` over the limit, `malformed` when the connection ends first, `unavailable` when the disk is full.
    public func take(
        _ request: Request,
        upTo limit: Int,
        name: String = "",
        alsoMD5: Bool = false,
        behind prefix: [UInt8] = []
    ) async throws -> FileUpload {
        let body = try UploadBody(request, upTo: limit)
        return try await take(name, alsoMD5, prefix) { try await body.next() }
    }

    /// The file of a form.
    /// - Throws: as for a body; the limit is the form's.
    public func take(_ file: FormFile, alsoMD5: Bool = false) async throws -> FileUpload {
        try await take(file.name, alsoMD5) { try await file.next() }
    }

    /// One piece is written and hashed while the next one arrives.
    private func take(_ name: String, _ alsoMD5: Bool, _ prefix: [UInt8] = [], _ next: () async throws -> ByteBuffer?) async throws -> FileUpload {
        do {
            let writer = try await NIOThreadPool.singleton.runIfActive { try FileWriter("\(directory)/\(Random.hex(8)).part", alsoMD5) }
            var gathered = prefix
            var writing: Task<Void, any Error>?
            while let piece = try await next() {
                gathered += piece.readableBytesView
                guard gathered.count >= Self.piece else { continue }
                try await writing?.value
                writing = Task { [gathered] in try await writer.write(gathered) }
                gathered = []
                gathered.reserveCapacity(Self.piece + Self.piece / 4)
            }
            try await writing?.value
            try await writer.write(gathered)
            return try await writer.finish(name)
        } catch {
            throw Self.explained(error)
        }
    }

    /// Without room people can do something; any other failure of the disk is one that nobody expects.
    static func explained(_ error: any Error) -> any Error {
        guard case StorageError.full = error else { return error }
        return Problem(.unavailable, "files.full", retryAfter: 60)
    }
}

/// A file under way. It goes when its writer does and nobody has its ``FileUpload``.
private final class FileWriter: Sendable {
    private let file: TemporaryFile
    private let target: AppendFile
    private let state = Mutex(State())
    private let alsoMD5: Bool
    private let md5 = Mutex(Digest.Stream(.md5))

    private struct State {
        let digest = Digest.Stream(.sha256)
        var size = 0
        /// Bytes that are on the disk, or on their way to it.
        var flushed = 0
        var flush: Task<Void, any Error>?
    }

    /// Bytes that are sent to the disk while more arrive, so that whoever keeps the file has to wait for the last of them only.
    private static let flushed = 64 << 20

    init(_ path: String, _ alsoMD5: Bool) throws {
        file = TemporaryFile(path)
        target = try AppendFile(path, length: 0)
        self.alsoMD5 = alsoMD5
    }

    /// The disk and the digests take their time: not on the threads that all tasks share, and the two digests side by side.
    func write(_ bytes: [UInt8]) async throws {
        async let hashed: Void = hashAlso(bytes)
        try await NIOThreadPool.singleton.runIfActive { [self] in
            try state.withLock { state in
                try target.write(bytes, at: state.size)
                state.digest.update(bytes)
                state.size += bytes.count
            }
        }
        try await hashed
        try await flush()
    }

    /// One at a time.
    private func flush() async throws {
        let (size, before) = state.withLock { ($0.size, $0.flush) }
        guard size - state.withLock(\.flushed) >= Self.flushed else { return }
        try await before?.value
        let next = Task { [target] in try await NIOThreadPool.singleton.runIfActive { try target.sync() } }
        state.withLock { ($0.flushed, $0.flush) = (size, next) }
    }

    private func hashAlso(_ bytes: [UInt8]) async throws {
        guard alsoMD5 else { return }
        try await NIOThreadPool.singleton.runIfActive { [self] in md5.withLock { $0.update(bytes) } }
    }

    func finish(_ name: String) async throws -> FileUpload {
        try await state.withLock(\.flush)?.value
        let md5 = alsoMD5 ? md5.withLock { Hex.encode($0.finish()) } : nil
        return state.withLock { FileUpload(file, size: $0.size, sha256: BlobID(digest: $0.digest.finish()), md5: md5, name: name) }
    }
}
