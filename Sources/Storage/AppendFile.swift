import Foundation

/// A file that only grows, such as a segment of raw lines. Its owner keeps the length; what lies behind it may be cut off.
public final class AppendFile: Sendable {
    /// Where it is, for messages.
    public let path: String
    private let descriptor: Int32

    /// Opens or creates (0600) the file, and cuts off what lies behind `length`: bytes of a write that was never committed.
    /// - Throws: `StorageError.disk` when the file is shorter: bytes that were promised are missing.
    public init(_ path: String, length: Int) throws {
        self.path = path
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno, path) }
        let size = try size()
        guard size >= length else { throw StorageError.disk("\(path) has \(size) bytes, \(length) were written") }
        if size > length { try cut(to: length) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageError(errno, path) }
        return Int(status.st_size)
    }

    /// Writes at `position`, the length so far. Not on disk before ``sync()``.
    /// - Throws: `StorageError.full` without room; part of the bytes may have been written.
    public func write(_ bytes: [UInt8], at position: Int) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(position + done)) }
            guard count > 0 || (count < 0 && errno == EINTR) else { throw StorageError(count < 0 ? errno : ENOSPC, path) }
            done += max(count, 0)
        }
    }

    /// Returns when the bytes, and the length of the file, are on disk. After an error nothing is known of them: do not try again.
    public func sync() throws {
        guard fdatasync(descriptor) == 0 else { throw StorageError.disk("\(path): \(String(cString: strerror(errno)))") }
    }

    /// Forgets what was written behind `length`.
    public func cut(to length: Int) throws {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw StorageError(errno, path) }
    }

    /// Some bytes of a file that another may be appending to.
    public static func read(_ path: String, at position: Int, count: Int) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno, path) }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
            got = max(0, pread(descriptor, buffer.baseAddress, count, off_t(position)))
        }
        guard bytes.count == count else { throw StorageError.disk("\(path) ends before \(position + count)") }
        return bytes
    }

    /// Writes over bytes that are there already; returns when they are on disk.
    /// - Throws: `StorageError.disk` when the file ends before them.
    public static func overwrite(_ path: String, at position: Int, with bytes: [UInt8]) throws {
        guard try size(path) >= position + bytes.count else { throw StorageError.disk("\(path) ends before \(position + bytes.count)") }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno, path) }
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(position + done)) }
            guard count > 0 || (count < 0 && errno == EINTR) else { throw StorageError(count < 0 ? errno : ENOSPC, path) }
            done += max(count, 0)
        }
        guard fdatasync(descriptor) == 0 else { throw StorageError.disk("\(path): \(String(cString: strerror(errno)))") }
    }

    /// Bytes of a file.
    public static func size(_ path: String) throws -> Int {
        try BlobFile.size(path)
    }

    /// Makes a file's name durable: on ext4 and XFS a new file is not there after power loss until its directory is on disk.
    public static func syncDirectory(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno, path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StorageError.disk("\(path): \(String(cString: strerror(errno)))") }
    }
}

extension StorageError {
    /// What the system said of a file.
    init(_ code: Int32, _ path: String) {
        let message = "\(path): \(String(cString: strerror(code)))"
        self = code == ENOSPC || code == EDQUOT ? .full(message) : .disk(message)
    }
}
