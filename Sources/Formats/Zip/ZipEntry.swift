/// One file or folder of an archive, as the central directory declares it.
public struct ZipEntry: Equatable, Sendable {
    /// Its place in the central directory.
    public let index: Int
    /// With `/` between its parts; that of a folder ends with one.
    public let path: String
    /// Bytes, unpacked.
    public let size: Int
    /// Bytes in the archive.
    public let packedSize: Int
    /// Of the unpacked bytes.
    public let crc32: UInt32
    public let method: Method
    /// Where its local header begins, from the beginning of the file.
    let offset: Int

    public var isDirectory: Bool { path.utf8.last == UInt8(ascii: "/") }

    public enum Method: UInt16, Sendable {
        case stored = 0
        case deflated = 8
    }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// The number of `count` bytes at `offset` from the beginning, the lowest first, as all of an archive's are.
    func number(at offset: Int, _ count: Int) -> UInt64 {
        self[(startIndex + offset)..<(startIndex + offset + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
