/// The first bytes of an index: where its parts are.
public struct LogIndexHead: Sendable, Equatable {
    /// Bytes of the head.
    public static let size = 64

    /// How many uploads the index is of.
    public let uploads: Int
    let terms: Int
    /// ms since 1970 from which the times of entries count.
    let base: Int
    private let lists: Int
    private let directorySize: Int
    private let textSize: Int

    /// - Parameter bytes: from the file's first on, at least ``size``.
    /// - Throws: `malformed` for another file, `tooLarge` for one that promises more than an index has.
    public init(_ bytes: [UInt8]) throws(FormatError) {
        let view = ByteView(bytes)
        guard bytes.starts(with: LogIndex.magic), try view.little(8, 4) == LogIndex.version else { throw .malformed }
        uploads = try view.little(12, 4)
        terms = try view.little(16, 4)
        base = try view.little(20, 8)
        lists = try view.little(28, 4)
        directorySize = try view.little(32, 4)
        textSize = try view.little(36, 4)
        _ = try view.part(0, Self.size)
        guard (1...LogIndex.mostUploads).contains(uploads), base <= Self.latest, directorySize == 4 * (LogIndex.groups + 1) else { throw .malformed }
        guard terms <= LogIndex.largest / 8, lists <= LogIndex.largest, textSize <= LogIndex.largest, end <= LogIndex.largest else { throw .tooLarge }
    }

    init(uploads: Int, terms: Int, base: Int, lists: Int, text: Int) {
        (self.uploads, self.terms, self.base, self.lists) = (uploads, terms, base, lists)
        (directorySize, textSize) = (4 * (LogIndex.groups + 1), text)
    }

    /// Of the bytes by chance, which make every file another.
    static let saltSize = 16

    /// The year 2199 in ms since 1970: sums with what entries add cannot overflow.
    static let latest = 7_258_118_400_000

    /// Terms and lists, for ``LogIndexTerms``.
    public var termRange: Range<Int> { Self.size..<Self.size + terms * 8 + lists }
    /// For ``LogIndexEntry/all(in:_:)``.
    public var entryRange: Range<Int> { termRange.upperBound..<termRange.upperBound + uploads * LogIndexEntry.size }
    /// For ``LogIndexDirectory``.
    public var directoryRange: Range<Int> { entryRange.upperBound..<entryRange.upperBound + directorySize }
    var textRange: Range<Int> { directoryRange.upperBound..<end }
    /// Bytes of the file.
    public var end: Int { directoryRange.upperBound + textSize }

    func bytes(salt: [UInt8]) -> [UInt8] {
        var bytes = LogIndex.magic
        for number in [LogIndex.version, uploads, terms] { bytes.append(little: number, 4) }
        bytes.append(little: base, 8)
        for number in [lists, directorySize, textSize] { bytes.append(little: number, 4) }
        bytes += salt.prefix(Self.saltSize)
        return bytes + [UInt8](repeating: 0, count: Self.size - bytes.count)
    }
}

extension [UInt8] {
    mutating func append(little value: Int, _ size: Int) {
        for place in 0..<size { append(UInt8(truncatingIfNeeded: value >> (place * 8))) }
    }
}
