/// A report's first lines, compared as bytes (characters would join a letter with a following combining mark).
struct CrashLines {
    /// At most 20,000, so that a report of nothing but line ends stays cheap.
    let all: [Substring.UTF8View]

    init(_ report: [UInt8]) {
        let text = String(decoding: report.prefix(CrashSummary.longestRead), as: UTF8.self)
        all = text[...].utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 20_000, omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    }
}

extension Substring.UTF8View {
    var text: String { String(Substring(self)) }

    var trimmed: Substring.UTF8View {
        let start = drop(while: Self.isSpace)
        guard let last = start.lastIndex(where: { !Self.isSpace($0) }) else { return start.prefix(0) }
        return start[...last]
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    func begins(_ prefix: String) -> Bool {
        starts(with: prefix.utf8)
    }

    /// What follows `prefix`, trimmed; nil when the line does not begin with it.
    func after(_ prefix: String) -> Substring.UTF8View? {
        begins(prefix) ? dropFirst(prefix.utf8.count).trimmed : nil
    }

    /// The parts before and after the first `mark`.
    func cut(at mark: String) -> (before: Substring.UTF8View, after: Substring.UTF8View)? {
        let mark = Array(mark.utf8)
        var at = startIndex
        while let found = self[at...].firstIndex(of: mark[0]) {
            if self[found...].starts(with: mark) { return (self[..<found], self[found...].dropFirst(mark.count)) }
            at = index(after: found)
        }
        return nil
    }

    /// What stands between the first `open` and the next `close`.
    func between(_ open: String, _ close: String) -> Substring.UTF8View? {
        cut(at: open)?.after.cut(at: close)?.before
    }

    func contains(_ mark: String) -> Bool {
        cut(at: mark) != nil
    }

    /// The time in `yyyy-MM-dd HH:mm:ss[.fraction] <offset>` at the start, as epoch milliseconds.
    var reportTime: Int? {
        guard let local = LogLocalTime(prefix(19).text) else { return nil }
        var rest = dropFirst(19)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
            fraction = Int((digits.prefix(3).text + "00").prefix(3)) ?? 0
            rest = rest.dropFirst(digits.count + 1)
        }
        return UTCOffset.seconds(rest.trimmed.text).map { local.epochMilliseconds(utcOffset: $0) + fraction }
    }
}
