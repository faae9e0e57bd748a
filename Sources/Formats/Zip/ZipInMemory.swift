import CZip
import Foundation
import Gzip

extension ZipFile {
    /// An archive that is in memory, as a file without a name: so it is read by the same rules as those of the disk.
    convenience init(_ bytes: [UInt8]) throws(ZipError) {
        guard let file = tmpfile() else { throw .failed(String(cString: strerror(errno))) }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else { throw .failed(String(cString: strerror(errno))) }
        try self.init(descriptor: fcntl(fileno(file), F_DUPFD_CLOEXEC, 0))
    }
}

extension ZipReader {
    /// An archive that is in memory. Small ones only: they are copied.
    ///
    /// - Throws: as for one of the disk.
    public convenience init(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws(ZipError) {
        try self.init(try ZipFile(bytes), limits: limits)
    }
}

/// Writes an archive of a few small files in memory. Its bytes depend on nothing but what is added, in its order: every entry is of 1980-01-01
/// with mode 0644, without extra fields.
///
/// Only when a file gets smaller by it is it deflated, and not when readers would take it for a bomb; the rest needs no particular version of zlib to
/// come out the same.
public enum ZipBytes {
    /// - Throws: `ZipError` for a path that a reader would refuse, and for more than 4 GB.
    public static func write(_ files: [(path: String, bytes: [UInt8])]) throws(ZipError) -> [UInt8] {
        guard !files.isEmpty else { throw .empty }
        var names = ZipNames(ZipLimits())
        var (archive, directory) = ([UInt8](), [UInt8]())
        for file in files {
            try names.add(file.path)
            let packed = try Packed(file.path, file.bytes)
            let offset = archive.count
            archive += little(0x0403_4B50, 4) + packed.head + Array(file.path.utf8) + packed.data
            directory += little(0x0201_4B50, 4) + little(3 << 8 | 20, 2) + packed.head + little(0, 6) + little(0o100644 << 16, 4)
            directory += little(offset, 4) + Array(file.path.utf8)
        }
        guard archive.count + directory.count <= Int(UInt32.max), files.count < 0xFFFF else { throw .tooLarge(files[0].path) }
        let end = little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
        return archive + directory + end + little(directory.count, 4) + little(archive.count, 4) + little(0, 2)
    }

    fileprivate static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// A file as it stands in an archive.
private struct Packed {
    let data: [UInt8]
    /// What local header and directory have in common (APPNOTE.TXT 4.3.7): from the version that is needed to the length of extra fields.
    let head: [UInt8]

    init(_ path: String, _ bytes: [UInt8]) throws(ZipError) {
        guard bytes.count < Int(UInt32.max) else { throw .tooLarge(path) }
        // Ten bytes of gzip's head, the deflated data, checksum and size (RFC 1952, 2.3).
        guard let gzip = try? Gzip.compress(bytes) else { throw .tooLarge(path) }
        let deflated = gzip.dropFirst(10).dropLast(8)
        let isSmaller = deflated.count < bytes.count && bytes.count / deflated.count < ZipLimits().maxRatio / 2
        data = isSmaller ? Array(deflated) : bytes
        let little = ZipBytes.little
        // Names are UTF-8 (bit 11); 1980-01-01 00:00.
        head =
            little(20, 2) + little(1 << 11, 2) + little(isSmaller ? 8 : 0, 2) + little(0, 2) + little(1 << 5 | 1, 2)
            + Array(gzip.suffix(8).prefix(4)) + little(data.count, 4) + little(bytes.count, 4) + little(path.utf8.count, 2) + little(0, 2)
    }
}
