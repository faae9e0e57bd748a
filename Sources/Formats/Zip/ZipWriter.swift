import CZip
import Foundation

/// Writes an archive whose bytes depend on nothing but what is added, in its order: every entry is of 1980-01-01 with mode 0644, without
/// extra fields.
///
///     let writer = try ZipWriter(path: "package.zip")
///     try writer.add("BuildConfig.json", bytes: manifest)
///     for entry in module.entries { try writer.copy(entry, of: module, as: "Modules/" + entry.path) }
///     try writer.close(progress: { show($0) }, isCancelled: { stopped })
///
/// Nothing is read or written before `close`, and an archive that entries are copied of need not stay open: one file is open at a time, whatever
/// their number. Memory: 0.4 MB, what was added as bytes, and about 1 KB an entry.
public final class ZipWriter {
    private let path: String
    private let target: ZipTarget
    /// The file while it is written.
    public var partPath: String { target.path }
    private let pieces = ZipPieces()
    private var names = ZipNames(ZipLimits(maxNameBytes: 4096, maxDepth: 64))
    private var archive: OpaquePointer?
    /// What copies have to be like when they are written, by index.
    private var copies: [Int: ZipEntry] = [:]
    /// Bytes that will be written, nearly.
    private var expected = 0

    /// - Parameter path: of a file that is replaced when all is written. Until then `<path>.part` is.
    public init(path: String) throws(ZipError) {
        self.path = path
        target = ZipTarget(path: path + ".part")
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = target.source(&error) else { throw ZipError(&error) }
        guard let archive = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
            zip_source_free(source)
            throw ZipError(&error)
        }
        self.archive = archive
    }

    deinit {
        if let archive { zip_discard(archive) }
    }

    /// Adds a file that is deflated when it is written.
    ///
    /// - Throws: `ZipError` for a path that a reader would refuse, or that is there already.
    public func add(_ path: String, bytes: [UInt8]) throws(ZipError) {
        let archive = try open()
        try names.add(path)
        guard path.utf8.last != UInt8(ascii: "/") else { throw .badName(path) }
        // libzip frees it.
        guard let copy = malloc(max(bytes.count, 1)) else { throw .failed("out of memory") }
        bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count) }
        guard let source = zip_source_buffer(archive, copy, zip_uint64_t(bytes.count), 1) else {
            free(copy)
            throw ZipError(zip_get_error(archive))
        }
        try add(path, source, ZipEntry.Method(rawValue: bytes.isEmpty ? 0 : 8)!)
        expected += bytes.count
    }

    /// Adds a file of the disk as it is: an archive in the archive gains nothing by being deflated. It is read when the archive is closed, and has to
    /// stay until then.
    ///
    /// - Throws: as the other `add`.
    public func add(_ path: String, file: String) throws(ZipError) {
        let archive = try open()
        try names.add(path)
        guard path.utf8.last != UInt8(ascii: "/") else { throw .badName(path) }
        let file = try ZipFile(file)
        guard let source = ZipPiece(whole: file, as: path, pieces).source(zip_get_error(archive)) else { throw ZipError(zip_get_error(archive)) }
        try add(path, source, .stored)
        expected += file.size
    }

    /// Adds what an entry of another archive holds, as it is packed there.
    ///
    /// Its checksum is taken over, not computed. That the other file is gone, was replaced or is cut off is found when the archive is closed.
    ///
    /// - Throws: as `add`.
    public func copy(_ entry: ZipEntry, of reader: ZipReader, as path: String) throws(ZipError) {
        let archive = try open()
        try names.add(path)
        guard entry.isDirectory == (path.utf8.last == UInt8(ascii: "/")) else { throw .badName(path) }
        if entry.isDirectory { return try addFolder(path, to: archive) }
        let piece = ZipPiece(entry, of: reader.file, pieces)
        guard let source = piece.source(zip_get_error(archive)) else { throw ZipError(zip_get_error(archive)) }
        let index = try add(path, source, nil)
        copies[index] = entry
        expected += entry.packedSize
    }

    private func open() throws(ZipError) -> OpaquePointer {
        guard let archive else { throw .failed("the archive is closed") }
        return archive
    }

    @discardableResult
    private func add(_ path: String, _ source: OpaquePointer, _ method: ZipEntry.Method?) throws(ZipError) -> Int {
        let archive = try open()
        let index = zip_file_add(archive, path, source, ZIP_FL_ENC_UTF_8)
        guard index >= 0 else {
            zip_source_free(source)
            throw ZipError(zip_get_error(archive))
        }
        // Without a method, libzip takes over what is deflated as it is.
        if let method { zip_set_file_compression(archive, zip_uint64_t(index), zip_int32_t(method.rawValue), Self.level) }
        settle(index, archive, attributes: 0o100644 << 16, path)
        return Int(index)
    }

    private static let level: zip_uint32_t = 6

    private func addFolder(_ path: String, to archive: OpaquePointer) throws(ZipError) {
        let index = zip_dir_add(archive, path, ZIP_FL_ENC_UTF_8)
        guard index >= 0 else { throw ZipError(zip_get_error(archive)) }
        // The lowest byte is for DOS: a folder.
        settle(index, archive, attributes: 0o040755 << 16 | 0x10, path)
    }

    private func settle(_ index: zip_int64_t, _ archive: OpaquePointer, attributes: zip_uint32_t, _ path: String) {
        zip_file_set_external_attributes(archive, zip_uint64_t(index), 0, zip_uint8_t(ZIP_OPSYS_UNIX), attributes)
        // Year 0 of the format, month 1, day 1. libzip makes a local time of it and back: the zone does not show.
        zip_file_set_dostime(archive, zip_uint64_t(index), 0, 1 << 5 | 1, 0)
        expected += 2 * path.utf8.count + 76
    }

    /// Writes the archive. Afterwards it is whole at its path, or there is nothing new and what was there before is untouched.
    ///
    /// - Parameters:
    ///   - progress: called with 0...1, every 256 KiB.
    ///   - isCancelled: asked as often.
    ///   - settled: called as often, with the number of bytes at the beginning of ``partPath`` that are final: who hashes the archive can begin while
    ///     it is written. An entry's are when it ends.
    /// - Throws: `ZipError.cancelled`, `.full`, `.empty`; `.damaged` when an archive that was copied from is not what it was.
    public func close(
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false },
        settled: (Int) -> Void = { _ in }
    ) throws(ZipError) {
        let archive = try open()
        guard zip_get_num_entries(archive, 0) > 0 else { throw .empty }
        try withoutActuallyEscaping(progress) { progress throws(ZipError) in
            try withoutActuallyEscaping(isCancelled) { isCancelled throws(ZipError) in
                try withoutActuallyEscaping(settled) { settled throws(ZipError) in
                    let expected = Double(max(expected, 1))
                    target.settled = settled
                    target.isStopped = { written in
                        progress(min(Double(written) / expected, 1))
                        return isCancelled()
                    }
                    defer { (target.settled, target.isStopped) = (nil, nil) }
                    try finish(archive)
                }
            }
        }
    }

    private func finish(_ archive: OpaquePointer) throws(ZipError) {
        defer { self.archive = nil }
        guard zip_close(archive) == 0 else {
            let error = target.failure ?? pieces.failure ?? ZipError(zip_get_error(archive))
            zip_discard(archive)
            throw error
        }
        do throws(ZipError) {
            try compare()
            guard rename(target.path, path) == 0 else { throw .failed(String(cString: strerror(errno))) }
        } catch {
            unlink(target.path)
            throw error
        }
    }

    /// libzip took over what it was told of each entry.
    private func compare() throws(ZipError) {
        let unlimited = ZipLimits(maxEntries: .max, maxDirectory: .max, maxUnpacked: .max, maxRatio: .max, maxNameBytes: 4096, maxDepth: 64)
        let written = try ZipDirectory(of: ZipFile(target.path), limits: unlimited)
        for (index, entry) in copies {
            let copy = written.entries[index]
            guard copy.crc32 == entry.crc32, copy.size == entry.size, copy.packedSize == entry.packedSize, copy.method == entry.method else {
                throw .damaged(entry.path)
            }
        }
    }
}

extension ZipError {
    init(_ error: UnsafeMutablePointer<zip_error_t>) {
        self = .failed(String(cString: zip_error_strerror(error)))
    }
}
