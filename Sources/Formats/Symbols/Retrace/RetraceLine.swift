/// One line of a class that tells of a method: `[a:b:]type [Class.]name(arguments)[:c[:d]] -> short`, with the notes below it.
struct RetraceLine {
    /// Lines that the app's traces have.
    let minified: ClosedRange<Int>?
    /// Of the class that it was written in; nil where that is the class itself.
    let holder: String?
    let name: String
    let arguments: String
    /// Lines of the source; 0 is one that nobody knows.
    let original: ClosedRange<Int>?
    var signature: String?
    var positions: [Int: Int] = [:]
    var outline: String?
    var rules: [RetraceRule] = []
    var isSynthesized = false
    var isOutline = false

    /// - Returns: nil for a field, and for what is neither.
    static func read(_ line: RetraceText.Bytes) -> (short: String, line: RetraceLine)? {
        var rest = RetraceText.trimmed(line)
        guard let arrow = RetraceText.arrow(in: rest) else { return nil }
        let short = RetraceText.string(rest[(arrow + 4)...])
        rest = rest[..<arrow]
        guard let minified = leadingRange(&rest) else { return nil }
        guard let space = rest.firstIndex(of: 0x20), let open = rest.firstIndex(of: UInt8(ascii: "(")), open > space,
            let close = rest[open...].firstIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let path = rest[(space + 1)..<open]
        // `<init>` has no dot of its own.
        let dot = path.lastIndex(of: UInt8(ascii: "."))
        let name = dot.map { path[($0 + 1)...] } ?? path
        guard !name.isEmpty, !short.isEmpty else { return nil }
        let line = RetraceLine(
            minified: minified.range,
            holder: dot.map { RetraceText.string(path[..<$0]) },
            name: RetraceText.string(name),
            arguments: RetraceText.string(rest[(open + 1)..<close]),
            original: trailingRange(rest[(close + 1)...])
        )
        return (short, line)
    }

    /// `a:b:`; none is as good, half of one is no line of a method.
    private static func leadingRange(_ rest: inout RetraceText.Bytes) -> (range: ClosedRange<Int>?, Void)? {
        guard let first = rest.first, 48...57 ~= first else { return (nil, ()) }
        guard let start = RetraceText.number(&rest), rest.popFirst() == UInt8(ascii: ":") else { return nil }
        guard let end = RetraceText.number(&rest), rest.popFirst() == UInt8(ascii: ":") else { return nil }
        return (ordered(start, end), ())
    }

    /// `:c:d` or `:c`.
    private static func trailingRange(_ bytes: RetraceText.Bytes) -> ClosedRange<Int>? {
        var rest = bytes
        guard rest.popFirst() == UInt8(ascii: ":"), let start = RetraceText.number(&rest) else { return nil }
        guard rest.popFirst() == UInt8(ascii: ":"), let end = RetraceText.number(&rest) else { return start...start }
        return ordered(start, end)
    }

    /// A range that is written the wrong way round is meant the right way.
    private static func ordered(_ start: Int, _ end: Int) -> ClosedRange<Int> {
        min(start, end)...max(start, end)
    }

    /// The line of the source for a line of a trace, which is not negative; nil when nobody knows.
    func source(of line: Int) -> Int? {
        guard let original else { return line == 0 ? nil : line }
        guard original.count > 1, let minified else { return original.lowerBound == 0 ? nil : original.lowerBound }
        // A trace may name any line: what is added never leads out of the method.
        let found = original.lowerBound + min(max(line - minified.lowerBound, 0), original.upperBound - original.lowerBound)
        return found == 0 ? nil : found
    }
}
