/// Versions of a module that ask the same of another one share a constraint.
struct ModuleConstraintKey: Hashable, Comparable {
    let kind: ModuleConstraint.Kind
    let other: Int
    let text: String

    init(_ kind: ModuleConstraint.Kind, _ other: Int, _ text: String) {
        self.kind = kind
        self.other = other
        self.text = text
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.kind.rawValue, left.other, left.text) < (right.kind.rawValue, right.other, right.text)
    }
}

/// Reads each range once: a catalogue says the same few again and again.
struct ModuleConstraintReader {
    private var ranges: [String: ModuleRange?] = [:]
    private var sets: [ModuleConstraintKey: Int] = [:]

    mutating func set(_ key: ModuleConstraintKey, make: (ModuleRange?) -> Int) -> Int {
        if let known = sets[key] { return known }
        let range = ranges[key.text] ?? ModuleRange(key.text)
        ranges[key.text] = .some(range)
        let made = make(range)
        sets[key] = made
        return made
    }
}

/// Sets of versions, one after the other.
struct ModuleSets: Sendable {
    private(set) var bits: [UInt64] = []

    /// - Parameter indices: of versions, the newest being 0.
    /// - Returns: where it begins.
    mutating func add(_ indices: some Sequence<Int>, isAbsentToo: Bool, width: Int) -> Int {
        let start = bits.count
        bits.append(contentsOf: repeatElement(0, count: width))
        if isAbsentToo { bits[start] |= 1 }
        for index in indices { bits[start + (index + 1) / 64] |= 1 << UInt64((index + 1) % 64) }
        return start
    }

    mutating func add(_ words: [UInt64]) -> Int {
        bits.append(contentsOf: words)
        return bits.count - words.count
    }

    func contains(_ start: Int, _ bit: Int) -> Bool {
        bits[start + bit / 64] >> UInt64(bit % 64) & 1 == 1
    }
}
