import CZip
import Foundation

/// The packed data of one entry of another archive, or a whole file, as libzip reads it to write it.
final class ZipPiece: ZipCallbacks {
    /// Nil for a whole file.
    private let entry: ZipEntry?
    /// Bytes.
    private let size: Int
    private let name: String
    private let origin: ZipOrigin
    private let pieces: ZipPieces
    /// Where the data begins, once it was opened, and how much of it was read.
    private var start = 0
    private var done = 0
    private var wasRead = false
    private(set) var error: (zip: Int32, system: Int32) = (ZIP_ER_OK, 0)

    init(_ entry: ZipEntry, of file: ZipFile, _ pieces: ZipPieces) {
        self.entry = entry
        self.pieces = pieces
        origin = ZipOrigin(file)
        size = entry.packedSize
        name = entry.path
    }

    init(whole file: ZipFile, as name: String, _ pieces: ZipPieces) {
        entry = nil
        self.pieces = pieces
        origin = ZipOrigin(file)
        size = file.size
        self.name = name
    }

    static let supported = zipBits(
        ZIP_SOURCE_OPEN,
        ZIP_SOURCE_READ,
        ZIP_SOURCE_CLOSE,
        ZIP_SOURCE_STAT,
        ZIP_SOURCE_ERROR,
        ZIP_SOURCE_FREE,
        ZIP_SOURCE_SUPPORTS
    )

    func run(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawBufferPointer) -> zip_int64_t {
        switch command {
        case ZIP_SOURCE_OPEN: open()
        case ZIP_SOURCE_READ: read(data)
        case ZIP_SOURCE_STAT: stat(data)
        case ZIP_SOURCE_CLOSE: close()
        default: fail()
        }
    }

    /// The data stands behind the entry's own header, whose name and extra fields may have other lengths than the directory's.
    private func open() -> zip_int64_t {
        done = 0
        guard let entry else { return 0 }
        return withUnsafeTemporaryAllocation(byteCount: 30, alignment: 8) { header in
            guard pieces.read(origin, header, at: entry.offset) == 30,
                UnsafeRawBufferPointer(header).loadUnaligned(as: UInt32.self).littleEndian == 0x0403_4B50
            else { return fail() }
            start = entry.offset + 30 + Int(header[26]) + Int(header[27]) << 8 + Int(header[28]) + Int(header[29]) << 8
            return 0
        }
    }

    private func read(_ data: UnsafeMutableRawBufferPointer) -> zip_int64_t {
        let wanted = min(data.count, size - done)
        guard wanted > 0 else { return 0 }
        let count = pieces.read(origin, UnsafeMutableRawBufferPointer(rebasing: data[..<wanted]), at: start + done)
        guard count > 0 else { return fail() }
        done += count
        return zip_int64_t(count)
    }

    private func close() -> zip_int64_t {
        wasRead = done == size
        return 0
    }

    /// libzip computes the checksum of what comes in stored, which takes as long as `cp` takes for all; of what comes in deflated it takes over the
    /// one that is said here. So an entry is said to be deflated before it is read, and what it is when libzip asks again for the final header.
    private func stat(_ data: UnsafeMutableRawBufferPointer) -> zip_int64_t {
        var status = zip_stat_t()
        zip_stat_init(&status)
        status.size = zip_uint64_t(entry?.size ?? size)
        status.comp_size = zip_uint64_t(size)
        status.valid = zip_uint64_t(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD)
        if let entry {
            status.comp_method = (wasRead ? entry.method : .deflated).rawValue
            status.crc = entry.crc32
            status.valid |= zip_uint64_t(ZIP_STAT_CRC)
        }
        data.storeBytes(of: status, as: zip_stat_t.self)
        return zip_int64_t(MemoryLayout<zip_stat_t>.size)
    }

    private func fail() -> zip_int64_t {
        pieces.failure = pieces.failure ?? .damaged(name)
        error = (ZIP_ER_READ, errno)
        return -1
    }
}

/// A file that need not be open, and is the same file when it is opened again.
struct ZipOrigin: Equatable {
    let path: String
    let size: Int
    let inode: UInt64

    init(_ file: ZipFile) {
        path = file.path
        size = file.size
        inode = file.inode
    }
}

/// What all pieces of a writer are read with: one file at a time, and a window of it, as small entries mostly stand one after the other.
final class ZipPieces {
    /// The first thing that went wrong with a piece.
    var failure: ZipError?

    private var open: (origin: ZipOrigin, file: ZipFile)?
    private let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 4096)
    private var windowStart = 0
    private var windowCount = 0

    deinit {
        window.deallocate()
    }

    /// The number of bytes that were read: at least one, unless the file ends there or is another than it was.
    func read(_ origin: ZipOrigin, _ buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
        guard let file = file(origin) else { return 0 }
        if position < windowStart || position + buffer.count > windowStart + windowCount {
            windowStart = position
            windowCount = file.read(window, at: position)
        }
        let count = min(buffer.count, windowStart + windowCount - position)
        guard count > 0 else { return 0 }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[(position - windowStart)...].prefix(count)))
        return count
    }

    private func file(_ origin: ZipOrigin) -> ZipFile? {
        if let open, open.origin == origin { return open.file }
        open = nil
        windowCount = 0
        guard let file = try? ZipFile(origin.path), ZipOrigin(file) == origin else { return nil }
        open = (origin, file)
        return file
    }
}
