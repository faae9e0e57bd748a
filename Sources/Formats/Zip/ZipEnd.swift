/// The end of central directory record, with what its ZIP64 form says instead (PKWARE's APPNOTE.TXT 6.3.10, 4.3.14 to 4.3.16).
struct ZipEnd {
    /// Entries, as declared.
    let count: Int
    /// Bytes of the directory.
    let size: Int
    /// Where the directory begins.
    let start: Int

    /// The one that the file ends with.
    ///
    /// libzip tries every place of the last 64 KiB that looks like such a record, and reads the directory that it declares whole. An archive
    /// that is stored in this one may be such a place; all directories together may not be larger than one.
    init(of file: ZipFile, limits: ZipLimits) throws(ZipError) {
        let tailStart = max(0, file.size - Self.reach)
        let tail = try file.read(at: tailStart, count: file.size - tailStart)
        let places = Self.places(in: tail)
        guard let last = places.last(where: { $0 + Self.length + Int(tail.number(at: $0 + 20, 2)) == tail.count }) else { throw .notAnArchive }
        try self.init(at: tailStart + last, in: file)
        guard count <= limits.maxEntries else { throw .tooManyEntries(count) }
        guard size <= limits.maxDirectory else { throw .largeDirectory(size) }
        var all = size
        for place in places where place != last {
            all += try Self.declared(at: tailStart + place, in: file, limit: limits.maxDirectory)
            guard all <= limits.maxDirectory else { throw .largeDirectory(all) }
        }
    }

    private static let length = 22
    private static let longest = 0xFFFF
    private static let locatorLength = 20
    private static let length64 = 56
    private static let reach = length + longest + locatorLength

    private static func places(in tail: [UInt8]) -> [Int] {
        guard tail.count >= length else { return [] }
        return (0...(tail.count - length)).filter { tail[$0] == 0x50 && tail.number(at: $0, 4) == 0x0605_4B50 }
    }

    /// What libzip would read for it: nothing when the record makes no sense.
    private static func declared(at place: Int, in file: ZipFile, limit: Int) throws(ZipError) -> Int {
        guard let other = try? ZipEnd(at: place, in: file) else { return 0 }
        guard other.count <= limit else { throw .tooManyEntries(other.count) }
        // Its list of entries is made before the first is read; 64 bytes is what libzip keeps for each.
        return max(other.size, other.count * 64)
    }

    private init(at place: Int, in file: ZipFile) throws(ZipError) {
        let record = try file.read(at: place, count: Self.length)
        let short = (count: record.number(at: 10, 2), size: record.number(at: 12, 4), start: record.number(at: 16, 4))
        guard record.number(at: 4, 4) == 0, record.number(at: 8, 2) == short.count else { throw .damaged(nil) }
        let (long, end) = try Self.long(before: place, in: file) ?? (short, place)
        // What is not marked as too large for the short record says the same in both.
        guard short.count == long.count || short.count == 0xFFFF, short.size == long.size || short.size == 0xFFFF_FFFF,
            short.start == long.start || short.start == 0xFFFF_FFFF
        else { throw .damaged(nil) }
        guard let count = Int(exactly: long.count), let size = Int(exactly: long.size), let start = Int(exactly: long.start) else {
            throw .damaged(nil)
        }
        self.count = count
        self.size = size
        self.start = start
        // Subtracted, as a sum of what is declared could overflow. Behind the directory there is nothing but the record.
        guard size <= end, end - size == start else { throw .damaged(nil) }
    }

    private typealias Declared = (count: UInt64, size: UInt64, start: UInt64)

    /// The ZIP64 record and where it stands; nil without a locator for one.
    private static func long(before place: Int, in file: ZipFile) throws(ZipError) -> (Declared, Int)? {
        guard place >= locatorLength else { return nil }
        let locator = try file.read(at: place - locatorLength, count: locatorLength)
        guard locator.number(at: 0, 4) == 0x0706_4B50 else { return nil }
        guard let end = Int(exactly: locator.number(at: 8, 8)), end <= place - locatorLength - length64 else { throw .damaged(nil) }
        let record = try file.read(at: end, count: length64)
        guard record.number(at: 0, 4) == 0x0606_4B50, record.number(at: 16, 8) == 0, record.number(at: 24, 8) == record.number(at: 32, 8) else {
            throw .damaged(nil)
        }
        return ((record.number(at: 32, 8), record.number(at: 40, 8), record.number(at: 48, 8)), end)
    }
}
