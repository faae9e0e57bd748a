/// A zip archive from outside: nothing of it is believed before it is checked.
///
///     let archive = try ZipReader(path: "MPHttpClient.zip")
///     try archive.verify()
///     let plist = try archive.read(archive.entries[3].index, upTo: 1 << 20)
///
/// Memory: about 1 KB an entry, the directory twice, and 256 KB while it reads.
public final class ZipReader {
    /// In the order of the central directory.
    public let entries: [ZipEntry]
    let file: ZipFile
    private let directory: ZipDirectory
    private let handle: ZipHandle

    /// - Throws: `ZipError` for an archive that is not one, or has an entry that is refused by its name, kind or declared size. No data
    ///   has been read by then.
    public convenience init(path: String, limits: ZipLimits = ZipLimits()) throws(ZipError) {
        try self.init(try ZipFile(path), limits: limits)
    }

    init(_ file: ZipFile, limits: ZipLimits) throws(ZipError) {
        self.file = file
        directory = try ZipDirectory(of: file, limits: limits)
        entries = directory.entries
        handle = try ZipHandle(file, consistent: false)
        try handle.compare(entries)
    }

    /// The whole of an entry, its checksum verified.
    ///
    /// - Throws: `ZipError.tooLarge` for more than `limit` bytes; `.damaged` when the data is not as declared.
    public func read(_ index: Int, upTo limit: Int) throws(ZipError) -> [UInt8] {
        let entry = entries[index]
        guard entry.size <= limit else { throw .tooLarge(entry.path) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entry.size)
        let stream = try handle.open(entry)
        while let piece = try stream.next() { bytes.append(contentsOf: piece) }
        return bytes
    }

    /// The first bytes of an entry of any size, fewer when there are no more. Its checksum is not verified.
    public func head(_ index: Int, _ count: Int) throws(ZipError) -> [UInt8] {
        var bytes: [UInt8] = []
        let stream = try handle.open(entries[index])
        while bytes.count < count, let piece = try stream.next() { bytes.append(contentsOf: piece.prefix(count - bytes.count)) }
        return bytes
    }

    /// Bytes of the file itself that stand right before the central directory, where packages keep signatures; fewer when there are no more.
    public func beforeDirectory(_ count: Int) throws(ZipError) -> [UInt8] {
        let count = min(count, directory.start)
        return try file.read(at: directory.start - count, count: count)
    }

    /// An entry of any size, piece by piece. Only when the call returns is its checksum verified.
    ///
    /// - Throws: `ZipError.damaged`, and what `sink` throws.
    public func read(_ index: Int, each sink: ([UInt8]) throws -> Void) throws {
        let stream = try handle.open(entries[index])
        while let piece = try stream.next() { try sink([UInt8](piece)) }
    }

    /// Reads everything: that each entry's own header says what the directory does, and that its data has the size and checksum declared.
    public func verify() throws(ZipError) {
        _ = try ZipHandle(file, consistent: true)
        for entry in entries {
            let stream = try handle.open(entry)
            while try stream.next() != nil {}
        }
    }
}
