import Foundation

/// Walks a JSON text (RFC 8259) value by value, and makes of it only what is asked for: a crash report of 300 KB is read in a millisecond, where
/// values made of all of it would take ten.
///
/// What is asked for as another kind than it is, is skipped and nil. What is skipped is not checked beyond its brackets and quotation marks.
struct JSONReader {
    /// Not JSON, or it ends too early, at this byte; or arrays and objects lie too deep in each other.
    struct Malformed: Error, Equatable {
        let place: Int
    }

    let bytes: [UInt8]
    private(set) var place: Int
    private let depthLimit: Int
    private var depth = 0
    /// Whether a comma or a closing bracket has to come, rather than a first member.
    private var isAfterValue = false

    init(_ bytes: [UInt8], from place: Int = 0, depthLimit: Int = 64) {
        self.bytes = bytes
        self.place = place
        self.depthLimit = depthLimit
    }

    /// Where it stands, to come back to.
    struct Mark {
        fileprivate let place: Int
        fileprivate let depth: Int
        fileprivate let isAfterValue: Bool
    }

    var mark: Mark { Mark(place: place, depth: depth, isAfterValue: isAfterValue) }

    mutating func go(to mark: Mark) {
        (place, depth, isAfterValue) = (mark.place, mark.depth, mark.isAfterValue)
    }

    /// Goes to where a value begins, to read it out of its turn.
    mutating func go(to value: Int) {
        (place, depth, isAfterValue) = (value, 0, false)
    }

    /// Whether nothing but space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return place == bytes.count
    }

    // MARK: objects and arrays

    /// Enters an object; ``name()`` then gives one name after the other, each to be followed by asking for its value.
    /// - Returns: false for another value, which is skipped.
    mutating func beginObject() throws(Malformed) -> Bool { try begin(UInt8(ascii: "{")) }

    /// Enters an array; ``item()`` then says whether there is another, each to be followed by asking for it.
    /// - Returns: false for another value, which is skipped.
    mutating func beginArray() throws(Malformed) -> Bool { try begin(UInt8(ascii: "[")) }

    private mutating func begin(_ bracket: UInt8) throws(Malformed) -> Bool {
        skipSpace()
        guard next == bracket else {
            try skip()
            return false
        }
        guard depth < depthLimit else { throw Malformed(place: place) }
        depth += 1
        place += 1
        isAfterValue = false
        return true
    }

    /// The next member's name; nil at the end of the object, which is left.
    mutating func name() throws(Malformed) -> String? {
        guard try hasNext(UInt8(ascii: "}")) else { return nil }
        let name = try content()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw Malformed(place: place) }
        return text(name)
    }

    /// As ``name()``, for names that are known: the place of the next member's among them, -1 for any other; nil at the end of the object. A name
    /// with escapes is another.
    mutating func name(among names: [StaticString]) throws(Malformed) -> Int? {
        guard try hasNext(UInt8(ascii: "}")) else { return nil }
        let name = try content()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw Malformed(place: place) }
        return names.firstIndex { $0.utf8CodeUnitCount == name.part.count && matches(name.part, $0) } ?? -1
    }

    private func matches(_ part: Range<Int>, _ text: StaticString) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return false }
            return memcmp(base + part.lowerBound, text.utf8Start, part.count) == 0
        }
    }

    /// Whether there is another; false at the end of the array, which is left.
    mutating func item() throws(Malformed) -> Bool {
        try hasNext(UInt8(ascii: "]"))
    }

    private mutating func hasNext(_ end: UInt8) throws(Malformed) -> Bool {
        skipSpace()
        if take(end) {
            depth -= 1
            isAfterValue = true
            return false
        }
        guard isAfterValue == take(UInt8(ascii: ",")) else { throw Malformed(place: place) }
        isAfterValue = false
        skipSpace()
        return true
    }

    // MARK: values

    /// Where a string's characters are, and whether there are escapes among them; nil for another value.
    mutating func string() throws(Malformed) -> Content? {
        skipSpace()
        guard next == UInt8(ascii: "\"") else {
            try skip()
            return nil
        }
        let found = try content()
        isAfterValue = true
        return found
    }

    struct Content {
        let part: Range<Int>
        let hasEscapes: Bool
    }

    private mutating func content() throws(Malformed) -> Content {
        guard take(UInt8(ascii: "\"")) else { throw Malformed(place: place) }
        let start = place
        let found = bytes.withUnsafeBufferPointer { JSONSkipping($0).stringEnd(from: start) }
        guard let found else { throw Malformed(place: bytes.count) }
        place = found.end + 1
        return Content(part: start..<found.end, hasEscapes: found.hasEscapes)
    }

    /// A whole number without a sign, or with one that is `bits` of a negative number; nil for another value.
    mutating func unsigned() throws(Malformed) -> UInt64? {
        let part = try number()
        guard let first = part.first else { return nil }
        let isNegative = bytes[first] == UInt8(ascii: "-")
        var value: UInt64 = 0
        for place in part.dropFirst(isNegative ? 1 : 0) {
            let digit = bytes[place] &- UInt8(ascii: "0")
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            guard digit < 10, !overflows, product <= .max - UInt64(digit) else { return nil }
            value = product + UInt64(digit)
        }
        return isNegative ? 0 &- value : value
    }

    /// A whole number; nil for another value, and for one that an `Int` does not hold.
    mutating func integer() throws(Malformed) -> Int? {
        skipSpace()
        let isNegative = next == UInt8(ascii: "-")
        guard let bits = try unsigned() else { return nil }
        return isNegative ? Int(truncatingIfNeeded: bits) : Int(exactly: bits)
    }

    /// The characters of a number; none for another value.
    private mutating func number() throws(Malformed) -> Range<Int> {
        skipSpace()
        let start = place
        guard let first = next, first == UInt8(ascii: "-") || CrashText.isDigit(first) else {
            try skip()
            return start..<start
        }
        skipWord()
        isAfterValue = true
        return start..<place
    }

    /// nil for another value.
    mutating func boolean() throws(Malformed) -> Bool? {
        skipSpace()
        let first = next
        try skip()
        return first == UInt8(ascii: "t") ? true : first == UInt8(ascii: "f") ? false : nil
    }

    /// Where a number, `true`, `false` or `null` is; nil for another value, which is skipped.
    mutating func word() throws(Malformed) -> Range<Int>? {
        skipSpace()
        let start = place
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            try skip()
            return nil
        default:
            try skip()
            return start..<place
        }
    }

    /// What the next value begins with; nil at the end of the text.
    mutating func peek() -> UInt8? {
        skipSpace()
        return next
    }

    // MARK: skipping

    /// Passes over a value, whatever it is.
    mutating func skip() throws(Malformed) {
        skipSpace()
        guard let first = next else { throw Malformed(place: place) }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipBrackets()
        case UInt8(ascii: "\""): _ = try content()
        default:
            let start = place
            skipWord()
            guard place > start else { throw Malformed(place: place) }
        }
        isAfterValue = true
    }

    private mutating func skipBrackets() throws(Malformed) {
        let start = place
        guard let end = bytes.withUnsafeBufferPointer({ JSONSkipping($0).bracketsEnd(from: start) }) else { throw Malformed(place: bytes.count) }
        place = end
    }

    /// A number, `true`, `false` or `null`.
    private mutating func skipWord() {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "E"), UInt8(ascii: "+"),
                UInt8(ascii: "-"), UInt8(ascii: "."):
                place += 1
            default: return
            }
        }
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x0A || bytes[place] == 0x0D || bytes[place] == 0x09 { place += 1 }
    }
}
