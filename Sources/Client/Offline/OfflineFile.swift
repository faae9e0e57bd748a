import Foundation

#if canImport(Android)
import Android
#endif

/// The file of a queue: grows at its end, and is replaced as a whole. One writer, by a lock beside it.
final class OfflineFile {
    /// The first bytes of every file. A file that starts otherwise is of another version and is begun anew.
    static let magic = Data("MSQUEUE1".utf8)

    private let url: URL
    private let lock: OfflineLock
    private var handle: FileHandle
    /// Bytes that count. What lies behind them, after a write that failed, is overwritten by the next one.
    private(set) var size: Int

    /// Opens the file, or makes it with its directory; others may not read it.
    init(_ url: URL) throws(OfflineError) {
        self.url = url
        try Self.attempt { try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true) }
        lock = try OfflineLock(url.path + ".lock")
        let opened = try Self.openOrMake(url)
        handle = opened
        size = try Self.attempt { Int(try opened.seekToEnd()) }
        synchronizeDirectory()
    }

    private static func openOrMake(_ url: URL) throws(OfflineError) -> FileHandle {
        if !FileManager.default.fileExists(atPath: url.path) { return try make(url, magic) }
        return try attempt { try FileHandle(forUpdating: url) }
    }

    /// - Parameter durable: whether it is to survive a loss of power; returns when it does.
    func append(_ bytes: Data, durable: Bool) throws(OfflineError) {
        try Self.attempt {
            try handle.seek(toOffset: UInt64(size))
            try handle.write(contentsOf: bytes)
            if durable { try handle.synchronize() }
        }
        size += bytes.count
    }

    func read(at offset: Int, count: Int) throws(OfflineError) -> Data {
        try Self.attempt {
            try handle.seek(toOffset: UInt64(offset))
            return try handle.read(upToCount: count) ?? Data()
        }
    }

    /// Forgets what lies behind `size`.
    func cut(to size: Int) throws(OfflineError) {
        try Self.attempt { try handle.truncate(atOffset: UInt64(size)) }
        self.size = size
    }

    /// Puts other content in place of all there is: after a crash there is either the old or the new.
    func replace(with content: Data) throws(OfflineError) {
        let other = url.appendingPathExtension("new")
        let made = try Self.make(other, content)
        guard rename(other.path, url.path) == 0 else { throw .disk("\(url.path): \(String(cString: strerror(errno)))") }
        handle = made
        size = content.count
        synchronizeDirectory()
    }

    private static func make(_ url: URL, _ content: Data) throws(OfflineError) -> FileHandle {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw .disk("\(url.path) cannot be made")
        }
        return try attempt {
            let handle = try FileHandle(forUpdating: url)
            try handle.write(contentsOf: content)
            try handle.synchronize()
            return handle
        }
    }

    /// Without this, a loss of power can take a new file away, or bring the old one back, with all that was appended since.
    private func synchronizeDirectory() {
        let directory = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    private static func attempt<Value>(_ work: () throws -> Value) throws(OfflineError) -> Value {
        do {
            return try work()
        } catch {
            throw error as? OfflineError ?? .disk(String(describing: error))
        }
    }
}
