import CZip
import Foundation

/// Owner of an archive that libzip reads.
final class ZipHandle {
    private let archive: OpaquePointer
    /// For one stream at a time.
    fileprivate let buffer: UnsafeMutableRawBufferPointer

    /// - Parameter consistent: whether libzip compares every entry's own header with the directory.
    init(_ file: ZipFile, consistent: Bool) throws(ZipError) {
        var code: Int32 = 0
        // libzip makes a copy of the descriptor for its own stream and closes the one it was given.
        let descriptor = dup(file.descriptor)
        guard descriptor >= 0 else { throw .failed(String(cString: strerror(errno))) }
        guard let archive = zip_fdopen(descriptor, consistent ? ZIP_CHECKCONS : 0, &code) else {
            close(descriptor)
            throw ZipError(opening: code)
        }
        self.archive = archive
        // Last: an initialiser that throws before all is set does not run `deinit`.
        buffer = .allocate(byteCount: 256 << 10, alignment: 16)
    }

    deinit {
        zip_discard(archive)
        buffer.deallocate()
    }

    /// libzip and our own walk through the directory have to have understood the same: an archive that two readers take for two is refused.
    func compare(_ entries: [ZipEntry]) throws(ZipError) {
        guard zip_get_num_entries(archive, 0) == entries.count else { throw .damaged(nil) }
        for entry in entries {
            var status = zip_stat_t()
            guard zip_stat_index(archive, zip_uint64_t(entry.index), zip_flags_t(ZIP_FL_ENC_RAW), &status) == 0, let name = status.name,
                entry.path.utf8.elementsEqual(UnsafeBufferPointer(start: name, count: strlen(name)).lazy.map { UInt8(bitPattern: $0) }),
                status.size == entry.size, status.comp_size == entry.packedSize, status.crc == entry.crc32,
                status.comp_method == entry.method.rawValue
            else { throw .damaged(entry.path) }
        }
    }

    /// Begins to read an entry.
    func open(_ entry: ZipEntry) throws(ZipError) -> ZipStream {
        guard let stream = zip_fopen_index(archive, zip_uint64_t(entry.index), 0) else { throw .damaged(entry.path) }
        return ZipStream(stream, of: self, entry)
    }
}

/// The data of an entry, piece by piece.
final class ZipStream {
    private let stream: OpaquePointer
    /// Has to be open as long as this is.
    private let handle: ZipHandle
    private let entry: ZipEntry
    private var left: Int

    init(_ stream: OpaquePointer, of handle: ZipHandle, _ entry: ZipEntry) {
        self.stream = stream
        self.handle = handle
        self.entry = entry
        left = entry.size
    }

    deinit {
        zip_fclose(stream)
    }

    /// The next bytes, nil behind the last. The end is only passed when size and checksum are as declared.
    func next() throws(ZipError) -> UnsafeRawBufferPointer? {
        let buffer = handle.buffer
        let count = Int(zip_fread(stream, buffer.baseAddress!, zip_uint64_t(buffer.count)))
        guard count >= 0, count <= left else { throw .damaged(entry.path) }
        left -= count
        guard count == 0 else { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
        guard left == 0 else { throw .damaged(entry.path) }
        return nil
    }
}

extension ZipError {
    init(opening code: Int32) {
        switch code {
        case ZIP_ER_MEMORY, ZIP_ER_OPEN, ZIP_ER_READ:
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            defer { zip_error_fini(&error) }
            self = .failed(String(cString: zip_error_strerror(&error)))
        default: self = .damaged(nil)
        }
    }
}
