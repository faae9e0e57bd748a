/// A pool of strings that compiled XML and resources name by number (`ResStringPool` of AOSP's `ResourceTypes.h`).
struct APKStrings {
    private let chunk: ByteView
    private let count: Int
    /// Where the table of offsets and where the text begins.
    private let table: Int
    private let start: Int
    private let isUTF8: Bool

    /// - Parameter chunk: the whole of it, its head included.
    init(_ chunk: ByteView) throws(FormatError) {
        self.chunk = chunk
        table = try chunk.little(2, 2)
        count = try chunk.little(8, 4)
        isUTF8 = try chunk.little(16, 4) & 0x100 != 0
        start = try chunk.little(20, 4)
        guard count <= chunk.count / 4 else { throw .malformed }
    }

    /// - Returns: nil for the number that stands for none.
    /// - Throws: `tooLarge` above 32 KB, Android's own limit for one.
    func string(_ number: Int) throws(FormatError) -> String? {
        if number == 0xFFFF_FFFF { return nil }
        guard number < count else { throw .malformed }
        let place = start + (try chunk.little(table + number * 4, 4))
        return isUTF8 ? try utf8(place) : try utf16(place)
    }

    /// Two lengths, of UTF-16 and of bytes; each of two bytes when its highest bit is set.
    private func utf8(_ place: Int) throws(FormatError) -> String {
        let first = place + (try chunk.little(place, 1) & 0x80 == 0 ? 1 : 2)
        let short = try chunk.little(first, 1)
        let isLong = short & 0x80 != 0
        let length = isLong ? (short & 0x7F) << 8 | (try chunk.little(first + 1, 1)) : short
        return String(decoding: try chunk.part(first + (isLong ? 2 : 1), length).array, as: UTF8.self)
    }

    private func utf16(_ place: Int) throws(FormatError) -> String {
        let short = try chunk.little(place, 2)
        let isLong = short & 0x8000 != 0
        let length = isLong ? (short & 0x7FFF) << 16 | (try chunk.little(place + 2, 2)) : short
        guard length <= Self.longest else { throw .tooLarge }
        let pairs = try chunk.part(place + (isLong ? 4 : 2), length * 2).array
        return String(decoding: stride(from: 0, to: pairs.count, by: 2).map { UInt16(pairs[$0 + 1]) << 8 | UInt16(pairs[$0]) }, as: UTF16.self)
    }

    private static let longest = 0x7FFF
}
