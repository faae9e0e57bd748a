import Foundation
import NIOPosix

/// Files that blobs come from and go to.
enum BlobFile {
    /// Writes a new file (0600); returns when its bytes are on disk. There is none after an error.
    static func make(_ path: String, _ write: (AppendFile) throws -> Void) throws {
        guard try PrivateFile.make(path) else { throw StorageError.exists(path) }
        do {
            let file = try AppendFile(path, length: 0)
            try write(file)
            try file.sync()
        } catch {
            unlink(path)
            throw error
        }
    }

    /// The same, written by something that waits for a network.
    static func make(_ path: String, _ write: (AppendFile) async throws -> Void) async throws {
        guard try PrivateFile.make(path) else { throw StorageError.exists(path) }
        do {
            let file = try AppendFile(path, length: 0)
            try await write(file)
            try await NIOThreadPool.singleton.runIfActive { try file.sync() }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// - Throws: `StorageError.disk` when there is no such file.
    static func size(_ path: String) throws -> Int {
        guard let status = try status(path) else { throw StorageError.disk("\(path) is no file") }
        return status.size
    }

    /// Size in bytes and time of the last change; nil for what is no file of its own: nothing, a directory, a link.
    static func status(_ path: String) throws -> (size: Int, date: Date)? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw StorageError(errno, path) }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        let seconds = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
        return (Int(status.st_size), Date(timeIntervalSince1970: seconds))
    }
}
