import Foundation

/// One open file descriptor; closed when it goes out of scope.
struct File: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// Opens `path`; a file that this creates is for the owner only (0600).
    ///
    /// - Returns: `nil` if the system refuses with the `tolerating` code.
    init?(_ path: String, _ flags: Int32, tolerating code: Int32? = nil) throws(KeyFileError) {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        self.path = path
        guard descriptor < 0 else { return }
        let failure = errno
        guard failure == code else { throw .system(path: path, code: failure) }
        return nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    borrowing func status() throws(KeyFileError) -> stat {
        var status = stat()
        try check(Int(fstat(descriptor, &status)))
        return status
    }

    /// The first `count` bytes.
    borrowing func read(_ count: Int) throws(KeyFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = Foundation.read(descriptor, &bytes, count)
        try check(got)
        guard got == count else { throw .wrongSize(path: path, size: got) }
        return bytes
    }

    /// A few bytes: the system takes them all or refuses.
    borrowing func write(_ bytes: [UInt8]) throws(KeyFileError) {
        let put = Foundation.write(descriptor, bytes, bytes.count)
        try check(put)
        guard put == bytes.count else { throw .system(path: path, code: ENOSPC) }
    }

    borrowing func sync() throws(KeyFileError) {
        try check(Int(fsync(descriptor)))
    }

    private borrowing func check(_ result: Int) throws(KeyFileError) {
        let failure = errno
        guard result >= 0 else { throw .system(path: path, code: failure) }
    }
}
