import Foundation

/// The directory that holds everything the console keeps. One process owns it at a time.
///
/// Two writers or checkpointers on one SQLite file before 3.51.3 can corrupt it (WAL-reset bug), so the lock is held
/// for as long as this value lives.
public final class DataDirectory: Sendable {
    public let path: String
    private let lock: Int32

    /// Creates the directory (0700) when it is missing and takes its lock.
    /// - Throws: `StorageError.inUse` when another process has it, `.disk` when the lock's file cannot be opened.
    public init(_ path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        lock = open(path + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw StorageError(errno, path) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw StorageError.inUse(path) }
    }

    /// Also runs when `init` throws: every property has its value by then.
    deinit {
        if lock >= 0 { close(lock) }
    }

    /// The path of a file in the directory.
    public func file(_ name: String) -> String {
        path + "/" + name
    }
}
