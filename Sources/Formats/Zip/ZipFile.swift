import Foundation

/// An archive that is open for reading at any place.
final class ZipFile: Sendable {
    let path: String
    let descriptor: Int32
    /// Bytes, when it was opened.
    let size: Int
    let inode: UInt64

    convenience init(_ path: String) throws(ZipError) {
        try self.init(descriptor: open(path, O_RDONLY | O_CLOEXEC), path: path)
    }

    /// - Parameters:
    ///   - descriptor: the file's own from here on; negative when it could not be opened.
    ///   - path: empty for a file without a name, of which nothing can be copied into another archive.
    init(descriptor: Int32, path: String = "") throws(ZipError) {
        self.path = path
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw .failed(String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notAnArchive
        }
        size = Int(status.st_size)
        inode = UInt64(status.st_ino)
    }

    deinit {
        close(descriptor)
    }

    /// - Throws: `ZipError.damaged` when the file ends before.
    func read(at position: Int, count: Int) throws(ZipError) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
            got = read(UnsafeMutableRawBufferPointer(buffer), at: position)
        }
        guard bytes.count == count else { throw .damaged(nil) }
        return bytes
    }

    /// The number of bytes that there were: fewer than asked for at the end of the file, and after an error.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(position + done))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        return done
    }
}
