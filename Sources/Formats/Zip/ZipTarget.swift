import CZip
import Foundation

/// The file that libzip writes an archive to. libzip's own writes 8 KB at a time through stdio and has to be asked for progress by entries; this
/// one gathers what still fits into a processor's second cache.
final class ZipTarget: ZipCallbacks {
    let path: String
    /// Called with the number of bytes written so far; true stops.
    var isStopped: ((Int) -> Bool)?
    /// Called with the number of bytes, from the first, that are in the file and will not change any more.
    var settled: ((Int) -> Void)?
    /// What libzip cannot say.
    private(set) var failure: ZipError?
    private(set) var error: (zip: Int32, system: Int32) = (ZIP_ER_READ, ENOENT)

    private var descriptor: Int32 = -1
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4096)
    /// Where in the file the buffer begins, and how much of it is filled.
    private var start = 0
    private var filled = 0
    /// Where libzip writes next: back in the header of an entry, when all of its data is written.
    private var position = 0
    /// Where the last entry ends whose header was written for the second time.
    private var whole = 0
    /// Up to where the disk was told to write.
    private var pushed = 0
    private static let push = 8 << 20

    init(path: String) {
        self.path = path
    }

    deinit {
        remove()
        buffer.deallocate()
    }

    static let supported = zipBits(
        ZIP_SOURCE_OPEN,
        ZIP_SOURCE_READ,
        ZIP_SOURCE_CLOSE,
        ZIP_SOURCE_STAT,
        ZIP_SOURCE_ERROR,
        ZIP_SOURCE_FREE,
        ZIP_SOURCE_SEEK,
        ZIP_SOURCE_TELL,
        ZIP_SOURCE_SUPPORTS,
        ZIP_SOURCE_BEGIN_WRITE,
        ZIP_SOURCE_COMMIT_WRITE,
        ZIP_SOURCE_ROLLBACK_WRITE,
        ZIP_SOURCE_WRITE,
        ZIP_SOURCE_SEEK_WRITE,
        ZIP_SOURCE_TELL_WRITE,
        ZIP_SOURCE_REMOVE
    )

    func run(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawBufferPointer) -> zip_int64_t {
        switch command {
        case ZIP_SOURCE_BEGIN_WRITE: return begin()
        case ZIP_SOURCE_WRITE: return write(UnsafeRawBufferPointer(data))
        case ZIP_SOURCE_SEEK_WRITE: return seek(data)
        case ZIP_SOURCE_TELL_WRITE: return zip_int64_t(position)
        case ZIP_SOURCE_COMMIT_WRITE: return commit()
        case ZIP_SOURCE_ROLLBACK_WRITE:
            remove()
            return 0
        // Also for STAT, by which libzip asks whether there is an archive already: ENOENT, as in `error` from the beginning.
        default: return -1
        }
    }

    private func begin() -> zip_int64_t {
        descriptor = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0o600)
        return descriptor >= 0 ? 0 : fail(ZIP_ER_TMPOPEN)
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> zip_int64_t {
        if position < start + filled { return correct(bytes) }
        var rest = bytes
        while !rest.isEmpty {
            let count = min(rest.count, buffer.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
            filled += count
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            if filled == buffer.count, !flush() { return -1 }
        }
        position += bytes.count
        return zip_int64_t(bytes.count)
    }

    /// Over what was written before: the checksum in an entry's header.
    private func correct(_ bytes: UnsafeRawBufferPointer) -> zip_int64_t {
        guard position + bytes.count <= start + filled else { return fail(ZIP_ER_INTERNAL) }
        let behind = max(0, min(bytes.count, start - position))
        if behind > 0, !write(UnsafeRawBufferPointer(rebasing: bytes.prefix(behind)), at: position) { return -1 }
        if behind < bytes.count {
            UnsafeMutableRawBufferPointer(rebasing: buffer[(position + behind - start)...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(behind)))
        }
        position += bytes.count
        return zip_int64_t(bytes.count)
    }

    private func seek(_ data: UnsafeMutableRawBufferPointer) -> zip_int64_t {
        let arguments = data.load(as: zip_source_args_seek_t.self)
        guard arguments.whence == SEEK_SET, (0...(start + filled)).contains(Int(arguments.offset)) else { return fail(ZIP_ER_SEEK) }
        position = Int(arguments.offset)
        if position == start + filled { whole = position }
        return 0
    }

    /// Has the disk begin with what is there, so that whoever flushes the archive at its end waits for little.
    private func push() {
        guard start - pushed >= Self.push else { return }
        zip_begin_writing(descriptor, pushed, start - pushed)
        pushed = start
    }

    private func flush() -> Bool {
        guard write(UnsafeRawBufferPointer(rebasing: buffer[..<filled]), at: start) else { return false }
        start += filled
        filled = 0
        push()
        settled?(min(start, whole))
        guard isStopped?(start) != true else {
            failure = .cancelled
            error = (ZIP_ER_CANCELLED, 0)
            return false
        }
        return true
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(place + done))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                failure = errno == ENOSPC || errno == EDQUOT ? .full : nil
                return fail(ZIP_ER_WRITE) == 0
            }
            done += count
        }
        return true
    }

    private func commit() -> zip_int64_t {
        whole = position
        guard flush() else { return -1 }
        guard close(descriptor) == 0 else { return fail(ZIP_ER_CLOSE) }
        descriptor = -1
        return 0
    }

    private func remove() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(path)
    }

    private func fail(_ code: Int32) -> zip_int64_t {
        error = (code, errno)
        return -1
    }
}
