import Foundation
import NIOPosix
import Signing
import Synchronization

/// Blobs as files `ab/cdef…` of a directory. One process at a time needs no more; for several nodes it has to be a file system they share.
public struct DirectoryBlobs: Blobs {
    private let directory: String
    private let durable = DirectoryFolders()

    /// - Parameter directory: made (0700) with the first blob.
    public init(directory: String) {
        self.directory = directory
    }

    public func put(_ bytes: [UInt8]) async throws -> BlobID {
        guard bytes.count <= BlobLimits.inMemory else { throw BlobError.tooLarge(bytes.count) }
        let id = BlobID(of: bytes)
        try await blocking {
            if try isThere(id, bytes.count) { return }
            try keep(id) { try $0.write(bytes, at: 0) }
        }
        return id
    }

    public func put(file path: String, sha256 id: BlobID) async throws {
        try await blocking {
            try keep(id) { try copy(path, to: $0, as: id) }
        }
    }

    /// Renamed into its place; copied when it is on another file system.
    public func adopt(file source: String, sha256 id: BlobID) async throws {
        try await blocking {
            let size = try BlobFile.size(source)
            if try !isThere(id, size) { try move(source, size, as: id) }
            unlink(source)
        }
    }

    private func move(_ source: String, _ size: Int, as id: BlobID) throws {
        try makeFolders(id)
        try AppendFile(source, length: size).sync()
        if rename(source, path(id)) == 0 { return try AppendFile.syncDirectory(folder(id)) }
        guard errno == EXDEV else { throw StorageError(errno, source) }
        try keep(id) { try copy(source, to: $0, as: id) }
    }

    public func localPath(_ id: BlobID) async throws -> String? {
        try await blocking { try status(id) == nil ? nil : path(id) }
    }

    public func read(_ id: BlobID) async throws -> [UInt8] {
        try await blocking {
            let size = try existingSize(id)
            guard size <= BlobLimits.inMemory else { throw BlobError.tooLarge(size) }
            let bytes = try AppendFile.read(path(id), at: 0, count: size)
            try id.verify(bytes)
            return bytes
        }
    }

    public func read(_ id: BlobID, _ range: Range<Int>) async throws -> [UInt8] {
        guard range.count <= BlobLimits.inMemory else { throw BlobError.tooLarge(range.count) }
        return try await blocking {
            guard try existingSize(id) >= range.upperBound else { throw BlobError.damaged(id, "it ends before \(range.upperBound)") }
            return try AppendFile.read(path(id), at: range.lowerBound, count: range.count)
        }
    }

    public func size(_ id: BlobID) async throws -> Int? {
        try await blocking { try status(id)?.size }
    }

    public func download(_ id: BlobID, to target: String) async throws {
        try await blocking {
            _ = try existingSize(id)
            try BlobFile.make(target) { try copy(path(id), to: $0, as: id) }
        }
    }

    public func remove(_ id: BlobID) async throws {
        try await blocking {
            guard unlink(path(id)) == 0 || errno == ENOENT || errno == ENOTDIR else { throw StorageError(errno, path(id)) }
        }
    }

    public func list(after: BlobID?, limit: Int) async throws -> [BlobListed] {
        try await blocking {
            if after == nil { try DirectoryLeftovers(incoming).clear(now: Date()) }
            return try DirectoryListing(directory).blobs(after: after, limit: limit)
        }
    }

    /// File calls wait for the disk: not on the threads that all tasks share.
    private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(body)
    }

    // MARK: files

    /// Files that are being written.
    private var incoming: String { "\(directory)/incoming" }

    private func path(_ id: BlobID) -> String { "\(directory)/\(id.place)" }

    private func folder(_ id: BlobID) -> String { "\(directory)/\(id.text.prefix(2))" }

    private func status(_ id: BlobID) throws -> (size: Int, date: Date)? { try BlobFile.status(path(id)) }

    private func existingSize(_ id: BlobID) throws -> Int {
        guard let status = try status(id) else { throw BlobError.missing(id) }
        return status.size
    }

    /// One of another size was damaged from outside, and is written anew. The name is made durable also for one that is there: who wrote it may
    /// be about to.
    private func isThere(_ id: BlobID, _ size: Int) throws -> Bool {
        guard try status(id)?.size == size else { return false }
        try AppendFile.syncDirectory(folder(id))
        return true
    }

    /// Under another name first, so that a file of the final name is whole; returns when it and its name are on disk.
    private func keep(_ id: BlobID, _ write: (AppendFile) throws -> Void) throws {
        try makeFolders(id)
        let part = "\(incoming)/\(Random.hex(8)).part"
        try BlobFile.make(part, write)
        guard rename(part, path(id)) == 0 else {
            let error = StorageError(errno, part)
            unlink(part)
            throw error
        }
        try AppendFile.syncDirectory(folder(id))
    }

    /// Another task, or a process that ended, may have made a folder and not its name durable: the first blob of this process does it again.
    private func makeFolders(_ id: BlobID) throws {
        for folder in [incoming, folder(id)] where !durable.contains(folder) || !FileManager.default.fileExists(atPath: folder) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try AppendFile.syncDirectory(directory)
            try AppendFile.syncDirectory("\(directory)/..")
            durable.insert(folder)
        }
    }

    /// - Throws: `BlobError.damaged` when the bytes have another digest than the id.
    private func copy(_ source: String, to target: AppendFile, as id: BlobID) throws {
        let digest = Digest.Stream(.sha256)
        let size = try BlobFile.size(source)
        for start in stride(from: 0, to: size, by: BlobLimits.piece) {
            let piece = try AppendFile.read(source, at: start, count: min(BlobLimits.piece, size - start))
            digest.update(piece)
            try target.write(piece, at: start)
        }
        guard BlobID(digest: digest.finish()) == id else { throw BlobError.damaged(id, "the \(size) bytes of \(source) have another digest") }
    }
}

/// Folders whose names are on disk.
private final class DirectoryFolders: Sendable {
    private let paths = Mutex<Set<String>>([])

    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
}
