import Foundation

/// A secret key kept in a file of its own: 32 random bytes that only the owner may read.
public enum KeyFile {
    /// Bytes in a key.
    public static let size = 32

    /// The key at `path`, made on first use.
    ///
    /// A new key is on the disk, and its name in its directory, before this returns: what is sealed with it can be opened after a crash.
    ///
    /// - Throws: `KeyFileError` for a file that is no key, that others may read, or that the system refuses.
    public static func loadOrCreate(at path: String) throws(KeyFileError) -> [UInt8] {
        if let file = try File(path, O_WRONLY | O_CREAT | O_EXCL, tolerating: EEXIST) { return try create(file) }
        return try load(path)
    }

    /// A key that could not be written whole is removed, so that the next start can try again.
    private static func create(_ file: borrowing File) throws(KeyFileError) -> [UInt8] {
        let key = Random.bytes(size)
        do {
            try file.write(key)
            try file.sync()
            try syncDirectory(of: file.path)
        } catch {
            unlink(file.path)
            throw error
        }
        return key
    }

    private static func syncDirectory(of path: String) throws(KeyFileError) {
        let directory = (path as NSString).deletingLastPathComponent
        try File(directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY)?.sync()
    }

    /// Opened without waiting, so that a pipe in the key's place cannot hold the start up.
    private static func load(_ path: String) throws(KeyFileError) -> [UInt8] {
        guard let file = try File(path, O_RDONLY | O_NONBLOCK) else { throw .system(path: path, code: ENOENT) }
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        guard status.st_mode & 0o077 == 0 else { throw .exposed(path: path, mode: Int(status.st_mode & 0o777)) }
        guard status.st_size == size else { throw .wrongSize(path: path, size: Int(status.st_size)) }
        return try file.read(size)
    }
}
