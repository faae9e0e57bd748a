import Foundation

/// The directory that holds everything the console keeps. One process owns it at a time.
///
/// Two writers or checkpointers on one SQLite file before 3.51.3 can corrupt it (WAL-reset bug), so the lock is held
/// for as long as this value lives.
public final class DataDirectory: Sendable {
    /// As it was given.
    public let path: String
    private let lock: Int32

    /// Creates the directory (0700) when it is missing, and takes its lock. One that is there loses the rights of group and others, if it is ours.
    /// - Throws: `StorageError.inUse` when another process has it, `.disk` when the lock's file cannot be opened.
    /// - Parameter tightens: false leaves its rights as they are.
    public init(_ path: String, tightens: Bool = true) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if tightens { Self.tighten(path) }
        lock = open(path + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw StorageError(errno, path) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw StorageError.inUse(path) }
    }

    /// A directory of another owner, such as a volume that root made for our group, is left as it is: the files in it are 0600 by themselves.
    private static func tighten(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else { return }
        chmod(path, status.st_mode & 0o700)
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
