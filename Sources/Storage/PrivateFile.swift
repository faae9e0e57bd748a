import Foundation

/// A file that only its owner may read. What SQLite makes by itself has the mode the umask leaves, mostly readable for all.
enum PrivateFile {
    /// Makes an empty file with mode 0600.
    /// - Returns: false when there is a file already; it stays as it is.
    static func make(_ path: String) throws -> Bool {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return true
        }
        let code = errno
        guard code == EEXIST else { throw StorageError(code, path) }
        return false
    }
}
