/// What the entries of an archive from outside may not be.
struct ZipRules {
    private let limits: ZipLimits
    /// Bytes of the file.
    private let archive: Int
    private var unpacked = 0
    private var packed = 0
    private var names: ZipNames

    init(_ limits: ZipLimits, archive: Int) {
        self.limits = limits
        self.archive = archive
        names = ZipNames(limits)
    }

    /// The entry that a record of the directory is.
    mutating func check(_ record: ZipRecord, index: Int) throws(ZipError) -> ZipEntry {
        guard let path = String(validating: record.name, as: UTF8.self) else { throw .badName(String(decoding: record.name, as: UTF8.self)) }
        try names.add(path)
        try Self.check(record, path)
        guard let sizes = record.sizes, let method = ZipEntry.Method(rawValue: record.method) else { throw .damaged(path) }
        let entry = ZipEntry(
            index: index,
            path: path,
            size: sizes.size,
            packedSize: sizes.packed,
            crc32: record.crc32,
            method: method,
            offset: sizes.offset
        )
        try count(entry)
        return entry
    }

    private static func check(_ record: ZipRecord, _ path: String) throws(ZipError) {
        // Encrypted, strongly encrypted, with a masked directory.
        guard record.flags & 0x2041 == 0 else { throw .encrypted(path) }
        // Bit 5: holds the difference to another file.
        guard ZipEntry.Method(rawValue: record.method) != nil, record.flags & 0x20 == 0 else { throw .method(path) }
        switch record.attributes >> 16 & 0o170000 {
        case 0, 0o100000: break
        case 0o040000 where path.utf8.last == UInt8(ascii: "/"): break
        default: throw .link(path)
        }
    }

    private mutating func count(_ entry: ZipEntry) throws(ZipError) {
        let room = limits.maxUnpacked - unpacked
        guard entry.size <= room else { throw .tooLarge(entry.path) }
        guard entry.packedSize <= archive - packed else { throw .damaged(entry.path) }
        guard entry.method == .deflated || entry.size == entry.packedSize, entry.size == 0 || !entry.isDirectory else { throw .damaged(entry.path) }
        if entry.size > ZipLimits.unquestioned, entry.size / limits.maxRatio >= max(entry.packedSize, 1) { throw .ratio(entry.path) }
        unpacked += entry.size
        packed += entry.packedSize
    }

    /// - Parameter start: of the directory. Entries that share bytes, as those of the best bombs do, need more than there are before it.
    func finish(_ entries: [ZipEntry], start: Int) throws(ZipError) {
        if unpacked > 1 << 20, unpacked / limits.maxRatio >= archive { throw .ratio(nil) }
        var taken = 0
        for entry in entries {
            taken += Self.localHeader + entry.path.utf8.count + entry.packedSize
            guard entry.offset < start, taken <= start else { throw .damaged(entry.path) }
        }
    }

    private static let localHeader = 30
}
