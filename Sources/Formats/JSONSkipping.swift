/// Passes over parts of a JSON text, eight bytes at a time: most of a report is passed over, and some of it twice.
struct JSONSkipping {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Where the closing quotation mark is of a string whose characters begin at `start`, and whether there are escapes before it; nil when there
    /// is none.
    func stringEnd(from start: Int) -> (end: Int, hasEscapes: Bool)? {
        var (place, hasEscapes) = (start, false)
        while true {
            place = next(from: place)
            guard place < bytes.count else { return nil }
            if bytes[place] == UInt8(ascii: "\"") { return (place, hasEscapes) }
            hasEscapes = true
            place += 2
        }
    }

    /// The first quotation mark or backslash; the end when there is none.
    @inline(__always)
    private func next(from start: Int) -> Int {
        var place = start
        while place + 8 <= bytes.count {
            let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
            let hits = Self.zeros(word ^ Self.quotes) | Self.zeros(word ^ Self.backslashes)
            if hits != 0 { return place + hits.trailingZeroBitCount >> 3 }
            place += 8
        }
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") { place += 1 }
        return place
    }

    /// The top bit of the first byte that is zero, and perhaps of some above it (Warren, Hacker's Delight, 6-1).
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    private static let quotes: UInt64 = 0x2222_2222_2222_2222
    private static let backslashes: UInt64 = 0x5C5C_5C5C_5C5C_5C5C

    /// Behind the bracket that closes the one at `start`; nil when there is none.
    func bracketsEnd(from start: Int) -> Int? {
        var (place, open) = (start, 0)
        repeat {
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
            case UInt8(ascii: "\""):
                guard let string = stringEnd(from: place + 1) else { return nil }
                place = string.end
            default: break
            }
            place += 1
        } while open > 0
        return place
    }
}
