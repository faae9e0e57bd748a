/// The central directory, walked record by record before libzip sees the file: libzip reads it whole into memory before anything can be asked,
/// takes more entries than are declared, and does not say where an entry begins.
struct ZipDirectory {
    let entries: [ZipEntry]
    /// Where it begins, and so all data ends.
    let start: Int

    /// - Throws: `ZipError`; also for what its entries may not be (``ZipRules``).
    init(of file: ZipFile, limits: ZipLimits) throws(ZipError) {
        let end = try ZipEnd(of: file, limits: limits)
        var walk = ZipWalk(file: file, position: end.start, end: end.start + end.size)
        var rules = ZipRules(limits, archive: file.size)
        var entries: [ZipEntry] = []
        while walk.position < walk.end {
            guard entries.count < end.count else { throw .damaged(nil) }
            let record = try walk.next()
            entries.append(try rules.check(record, index: entries.count))
        }
        guard entries.count == end.count else { throw .damaged(nil) }
        try rules.finish(entries, start: end.start)
        self.entries = entries
        start = end.start
    }
}

/// Goes through the directory with a window of it in memory.
private struct ZipWalk {
    let file: ZipFile
    var position: Int
    let end: Int
    private var window: [UInt8] = []
    private var windowStart = 0

    init(file: ZipFile, position: Int, end: Int) {
        self.file = file
        self.position = position
        self.end = end
    }

    mutating func next() throws(ZipError) -> ZipRecord {
        let head = try bytes(ZipRecord.length)
        guard head.number(at: 0, 4) == 0x0201_4B50 else { throw .damaged(nil) }
        let record = ZipRecord(try bytes(ZipRecord.length + ZipRecord.variable(head)))
        position += record.bytes.count
        return record
    }

    private mutating func bytes(_ count: Int) throws(ZipError) -> ArraySlice<UInt8> {
        guard count <= end - position else { throw .damaged(nil) }
        if position + count > windowStart + window.count {
            window = try file.read(at: position, count: min(max(count, 256 << 10), end - position))
            windowStart = position
        }
        return window[(position - windowStart)..<(position - windowStart + count)]
    }
}

/// One record of the directory (APPNOTE.TXT 4.3.12).
struct ZipRecord {
    static let length = 46

    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    static func variable(_ head: ArraySlice<UInt8>) -> Int {
        Int(head.number(at: 28, 2) + head.number(at: 30, 2) + head.number(at: 32, 2))
    }

    var flags: UInt64 { bytes.number(at: 8, 2) }
    var method: UInt16 { UInt16(bytes.number(at: 10, 2)) }
    var crc32: UInt32 { UInt32(bytes.number(at: 16, 4)) }
    /// The upper half is a mode of Unix, whoever made it: what unpacks may look at it without asking.
    var attributes: UInt64 { bytes.number(at: 38, 4) }
    var name: ArraySlice<UInt8> { bytes.dropFirst(Self.length).prefix(Int(bytes.number(at: 28, 2))) }
    private var extra: ArraySlice<UInt8> { bytes.dropFirst(Self.length + name.count).prefix(Int(bytes.number(at: 30, 2))) }

    /// Unpacked, packed, and where the local header is: with those that ZIP64 keeps in an extra field (4.5.3). Nil for what does not fit into an `Int`.
    var sizes: (size: Int, packed: Int, offset: Int)? {
        var values = [bytes.number(at: 24, 4), bytes.number(at: 20, 4), bytes.number(at: 42, 4)]
        if values.contains(0xFFFF_FFFF) {
            guard var wide = field(1) else { return nil }
            for index in values.indices where values[index] == 0xFFFF_FFFF {
                guard wide.count >= 8 else { return nil }
                values[index] = wide.number(at: 0, 8)
                wide = wide.dropFirst(8)
            }
        }
        guard let size = Int(exactly: values[0]), let packed = Int(exactly: values[1]), let offset = Int(exactly: values[2]) else { return nil }
        return (size, packed, offset)
    }

    private func field(_ id: UInt64) -> ArraySlice<UInt8>? {
        var rest = extra
        while rest.count >= 4 {
            let body = rest.dropFirst(4).prefix(Int(rest.number(at: 2, 2)))
            if rest.number(at: 0, 2) == id { return body }
            rest = rest.dropFirst(4 + body.count)
        }
        return nil
    }
}
