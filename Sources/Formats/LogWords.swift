/// The distinct values one field has in an upload, numbered in order of appearance.
///
/// A value that repeats the one before is recognised by comparing bytes; others by a hash table over the upload's own bytes. A `String` is
/// made once per distinct value, so that counting by (version, device, …) is arithmetic on small numbers.
public struct LogWords {
    private let rule: Rule
    private var strings: [String]
    /// By text, for values with a percent sign: only those can be written in two ways (`%2C`, `%2c`).
    private var escaped: [String: Int] = [:]
    private var entries: [Entry] = []
    /// 1 + index into `entries`, 0 = free; a power of two, at most half full.
    private var table = [UInt32](repeating: 0, count: 16)
    private var last = Entry(slice: LogSlice(0, 0), hash: 0, word: 0)

    private struct Entry {
        let slice: LogSlice
        let hash: Int
        let word: Int
    }

    private static let seed = LogHash()
    private let seed = Self.seed

    /// - Parameter fallback: what word 0, "the line does not say", stands for; dropped when the rule does not allow it.
    public init(_ rule: Rule, fallback: String? = nil) {
        self.rule = rule
        self.strings = [""]
        guard let fallback, rule.allows(fallback) else { return }
        strings[0] = fallback
        escaped[fallback] = 0
    }

    /// The text of a word; of word 0 the fallback, empty when there is none.
    public subscript(word: Int) -> String { strings[word] }

    /// The number of the value; 0 when it is nil, not allowed, or the fallback itself.
    ///
    /// - Parameter line: any line of the upload that all slices given to this value come from.
    public mutating func word(_ slice: LogSlice?, in line: borrowing LogLine) -> Int {
        guard let slice else { return 0 }
        if line.same(slice, last.slice) { return last.word }
        last = entry(slice, in: line)
        return last.word
    }

    private mutating func entry(_ slice: LogSlice, in line: borrowing LogLine) -> Entry {
        let hash = seed.hash(line.buffer(slice))
        var place = hash & (table.count - 1)
        while table[place] != 0 {
            let entry = entries[Int(table[place]) - 1]
            if entry.hash == hash, line.same(entry.slice, slice) { return entry }
            place = (place + 1) & (table.count - 1)
        }
        let new = Entry(slice: slice, hash: hash, word: newWord(slice, in: line))
        entries.append(new)
        table[place] = UInt32(entries.count)
        if entries.count * 2 > table.count { grow() }
        return new
    }

    private mutating func newWord(_ slice: LogSlice, in line: borrowing LogLine) -> Int {
        guard rule.allows(line.buffer(slice)) else { return 0 }
        guard line.hasEscape(slice) else {
            let text = String(decoding: line.buffer(slice), as: UTF8.self)
            return text == strings[0] ? 0 : append(text)
        }
        let text = line.string(slice)
        if let word = escaped[text] { return word }
        escaped[text] = strings.count
        return append(text)
    }

    private mutating func append(_ text: String) -> Int {
        strings.append(text)
        return strings.count - 1
    }

    private mutating func grow() {
        table = [UInt32](repeating: 0, count: table.count * 4)
        for (index, entry) in entries.enumerated() {
            var place = entry.hash & (table.count - 1)
            while table[place] != 0 { place = (place + 1) & (table.count - 1) }
            table[place] = UInt32(index + 1)
        }
    }
}
