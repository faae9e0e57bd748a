/// Walks a JSON text (RFC 8259) strictly and says where its parts are, without making values of them: a request that is passed on is
/// checked and cut without being written anew.
public struct JSONScanner {
    /// What is wrong with a text.
    public enum Fault: Error, Equatable {
        /// Not JSON from this byte on.
        case malformed(at: Int)
        case tooDeep
    }

    private let bytes: [UInt8]
    private let depthLimit: Int
    private var place = 0

    private init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    /// Where the elements of a text that is one array are, without the space around them.
    /// - Parameter depthLimit: arrays and objects within each other at most, the outermost counted.
    /// - Returns: nil for a text that is JSON but no array.
    public static func elements(of bytes: [UInt8], depthLimit: Int = 64) throws(Fault) -> [Range<Int>]? {
        var scanner = JSONScanner(bytes, depthLimit: depthLimit)
        var elements: [Range<Int>] = []
        scanner.skipSpace()
        let isArray = scanner.next == UInt8(ascii: "[")
        if isArray { try scanner.array(1) { elements.append($0) } } else { try scanner.value(1) }
        try scanner.expectEnd()
        return isArray ? elements : nil
    }

    /// Where the value of an object's member is; of a name that stands twice, the last.
    /// - Parameters:
    ///   - name: in ASCII, compared with the bytes between the quotes.
    ///   - range: of a value in a text that is known to be JSON.
    /// - Returns: nil for another value than an object, or without such a member.
    public static func member(_ name: StaticString, of bytes: [UInt8], in range: Range<Int>) throws(Fault) -> Range<Int>? {
        guard bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
        var scanner = JSONScanner(bytes, depthLimit: .max)
        scanner.place = range.lowerBound
        let wanted = Array("\(name)".utf8)
        var found: Range<Int>?
        try scanner.object(1) { key, value in
            if key.count == wanted.count + 2, bytes[key.dropFirst().dropLast()].elementsEqual(wanted) { found = value }
        }
        return found
    }

    // MARK: values

    private mutating func value(_ depth: Int) throws(Fault) {
        switch next {
        case UInt8(ascii: "{"): try object(depth) { _, _ in }
        case UInt8(ascii: "["): try array(depth) { _ in }
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func array(_ depth: Int, _ visit: (Range<Int>) -> Void) throws(Fault) {
        try list(UInt8(ascii: "]"), depth) { (scanner: inout Self) throws(Fault) in
            let start = scanner.place
            try scanner.value(depth + 1)
            visit(start..<scanner.place)
        }
    }

    private mutating func object(_ depth: Int, _ visit: (_ key: Range<Int>, _ value: Range<Int>) -> Void) throws(Fault) {
        try list(UInt8(ascii: "}"), depth) { (scanner: inout Self) throws(Fault) in
            let start = scanner.place
            try scanner.string()
            let key = start..<scanner.place
            scanner.skipSpace()
            try scanner.expect(UInt8(ascii: ":"))
            scanner.skipSpace()
            let valueStart = scanner.place
            try scanner.value(depth + 1)
            visit(key, valueStart..<scanner.place)
        }
    }

    /// What stands between brackets, separated by commas.
    private mutating func list(_ end: UInt8, _ depth: Int, _ item: (inout Self) throws(Fault) -> Void) throws(Fault) {
        guard depth <= depthLimit else { throw .tooDeep }
        place += 1
        skipSpace()
        if take(end) { return }
        repeat {
            skipSpace()
            try item(&self)
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(end)
    }

    private mutating func string() throws(Fault) {
        try expect(UInt8(ascii: "\""))
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .malformed(at: place) }
            place += 1
            if byte == UInt8(ascii: "\\") { try escape() }
        }
        try expect(UInt8(ascii: "\""))
    }

    private mutating func escape() throws(Fault) {
        guard let byte = next else { throw .malformed(at: place) }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = next, digit.isHexDigit else { throw .malformed(at: place) }
                place += 1
            }
        default: throw .malformed(at: place - 1)
        }
    }

    private mutating func number() throws(Fault) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return }
        _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
        try digits()
    }

    private mutating func digits() throws(Fault) {
        let start = place
        while let byte = next, byte.isDigit { place += 1 }
        guard place > start else { throw .malformed(at: place) }
    }

    private mutating func word(_ word: StaticString) throws(Fault) {
        for byte in "\(word)".utf8 { try expect(byte) }
    }

    // MARK: bytes

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Fault) {
        guard take(byte) else { throw .malformed(at: place) }
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    private mutating func expectEnd() throws(Fault) {
        skipSpace()
        guard place == bytes.count else { throw .malformed(at: place) }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
}
