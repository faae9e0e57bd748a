/// Some of an index's uploads, by their numbers.
///
/// In the file one of four kinds, the shortest: `one` number (u16); `gaps`: how many bytes follow (LEB128), the first number and the distance of each next
/// one less 1 (LEB128); `bits`, one for each upload, rounded up to bytes; `all`, which needs no byte.
public struct LogIndexSet: Sendable, Equatable {
    /// How many uploads the index has.
    public let room: Int
    private(set) var words: [UInt64]

    /// None.
    public init(room: Int) {
        self.room = room
        words = [UInt64](repeating: 0, count: (room + 63) / 64)
    }

    /// All of them.
    public init(allOf room: Int) {
        self.init(room: room)
        for place in words.indices { words[place] = .max }
        if room % 64 != 0 { words[words.count - 1] = 1 << UInt64(room % 64) - 1 }
    }

    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// - Returns: false for a number that there is not.
    @discardableResult
    mutating func insert(_ number: Int) -> Bool {
        guard number >= 0, number < room else { return false }
        words[number / 64] |= 1 << UInt64(number % 64)
        return true
    }

    public func contains(_ number: Int) -> Bool {
        number >= 0 && number < room && words[number / 64] >> UInt64(number % 64) & 1 == 1
    }

    /// - Parameter other: of the same index.
    public mutating func formIntersection(_ other: LogIndexSet) {
        for place in words.indices { words[place] &= place < other.words.count ? other.words[place] : 0 }
    }

    /// - Parameter other: of the same index.
    public mutating func formUnion(_ other: LogIndexSet) {
        for place in words.indices where place < other.words.count { words[place] |= other.words[place] }
    }

    /// Ascending.
    public var numbers: [Int] {
        var numbers: [Int] = []
        for (place, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                numbers.append(place * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return numbers
    }
}

extension LogIndexSet {
    enum Kind: UInt8 {
        case one, gaps, bits, all
    }

    /// The shortest form of ascending numbers, of which there is at least one.
    static func packed(_ numbers: ArraySlice<UInt16>, room: Int) -> (kind: Kind, bytes: [UInt8]) {
        if numbers.count == room { return (.all, []) }
        if numbers.count == 1, let only = numbers.first { return (.one, [UInt8(truncatingIfNeeded: only), UInt8(truncatingIfNeeded: only >> 8)]) }
        let bits = (room + 7) / 8
        if numbers.count >= bits { return (.bits, bitmap(numbers, bits)) }
        let gaps = gaps(numbers)
        return gaps.count <= bits ? (.gaps, gaps) : (.bits, bitmap(numbers, bits))
    }

    private static func bitmap(_ numbers: ArraySlice<UInt16>, _ size: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        for number in numbers { bytes[Int(number) / 8] |= 1 << UInt8(number % 8) }
        return bytes
    }

    private static func gaps(_ numbers: ArraySlice<UInt16>) -> [UInt8] {
        var bytes: [UInt8] = []
        var next = 0
        for number in numbers {
            bytes.append(leb128: Int(number) - next)
            next = Int(number) + 1
        }
        var whole: [UInt8] = []
        whole.append(leb128: bytes.count)
        return whole + bytes
    }

    /// Reads one form, and steps behind it.
    /// - Throws: `malformed` for one that ends early or names uploads that there are not.
    init(_ kind: Kind, _ bytes: inout ArraySlice<UInt8>, room: Int) throws(FormatError) {
        self.init(room: room)
        switch kind {
        case .all: self = LogIndexSet(allOf: room)
        case .one:
            let pair = try bytes.take(2)
            guard insert(Int(pair[pair.startIndex]) | Int(pair[pair.startIndex + 1]) << 8) else { throw .malformed }
        case .bits: try fill(bits: try bytes.take((room + 7) / 8))
        case .gaps:
            let size = try bytes.takeLEB128()
            try fill(gaps: try bytes.take(size))
        }
    }

    private mutating func fill(bits: ArraySlice<UInt8>) throws(FormatError) {
        for (place, byte) in bits.enumerated() { words[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8) }
        if room % 64 != 0, let last = words.last, last >> UInt64(room % 64) != 0 { throw .malformed }
    }

    private mutating func fill(gaps: ArraySlice<UInt8>) throws(FormatError) {
        var (rest, next) = (gaps, 0)
        while !rest.isEmpty {
            let number = next + (try rest.takeLEB128())
            guard insert(number) else { throw .malformed }
            next = number + 1
        }
    }

    /// Steps behind one form without reading it.
    static func skip(_ kind: Kind, _ bytes: inout ArraySlice<UInt8>, room: Int) throws(FormatError) {
        switch kind {
        case .all: break
        case .one: _ = try bytes.take(2)
        case .bits: _ = try bytes.take((room + 7) / 8)
        case .gaps: _ = try bytes.take(try bytes.takeLEB128())
        }
    }
}

extension [UInt8] {
    /// Seven bits a byte, the lowest first; all but the last byte have their top bit set.
    fileprivate mutating func append(leb128 value: Int) {
        var rest = value
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

extension ArraySlice<UInt8> {
    /// - Throws: `malformed` when there are fewer.
    fileprivate mutating func take(_ count: Int) throws(FormatError) -> ArraySlice<UInt8> {
        guard count <= self.count else { throw .malformed }
        defer { self = dropFirst(count) }
        return prefix(count)
    }

    /// - Throws: `malformed` for more than three bytes, which no number here needs.
    fileprivate mutating func takeLEB128() throws(FormatError) -> Int {
        var value = 0
        for shift in [0, 7, 14] {
            guard let byte = popFirst() else { throw .malformed }
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .malformed
    }
}
