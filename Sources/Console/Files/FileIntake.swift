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
    /// - Throws: `tooLarge` over the limit, `malformed` when the connection ends first, `unavailable` when the disk is full.
    public func take(_ request: Request, upTo limit: Int, name: String = "") async throws -> FileUpload {
        let body = try UploadBody(request, upTo: limit)
        return try await take(name) { try await body.next() }
    }

    /// The file of a form.
    /// - Throws: as for a body; the limit is the form's.
    public func take(_ file: FormFile) async throws -> FileUpload {
        try await take(file.name) { try await file.next() }
    }

    private func take(_ name: String, _ next: () async throws -> ByteBuffer?) async throws -> FileUpload {
        do {
            let writer = try await NIOThreadPool.singleton.runIfActive { try FileWriter("\(directory)/\(Random.hex(8)).part") }
            var gathered: [UInt8] = []
            while let piece = try await next() {
                gathered += piece.readableBytesView
                guard gathered.count >= Self.piece else { continue }
                try await writer.write(gathered)
                gathered.removeAll(keepingCapacity: true)
            }
            try await writer.write(gathered)
            return writer.finish(name)
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

    private struct State {
        let digest = Digest.Stream(.sha256)
        var size = 0
    }

    init(_ path: String) throws {
        file = TemporaryFile(path)
        target = try AppendFile(path, length: 0)
    }

    /// The disk and the digest take their time: not on the threads that all tasks share.
    func write(_ bytes: [UInt8]) async throws {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            try state.withLock { state in
                try target.write(bytes, at: state.size)
                state.digest.update(bytes)
                state.size += bytes.count
            }
        }
    }

    func finish(_ name: String) -> FileUpload {
        state.withLock { FileUpload(file, size: $0.size, sha256: BlobID(digest: $0.digest.finish()), name: name) }
    }
}
