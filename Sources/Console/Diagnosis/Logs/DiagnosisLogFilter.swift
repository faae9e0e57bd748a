import Formats
import Foundation
import Web

/// Which entries of a log somebody looks for.
struct DiagnosisLogFilter: Sendable {
    var needle = LogNeedle("")
    /// Bits of ``DeviceLogLevel``; all when nothing is chosen.
    var levels = ~0
    /// Exactly, in whatever case; empty for all.
    var tag = ""
    /// ms since 1970: from the first on, before the second.
    var from: Int?
    var to: Int?

    var isEmpty: Bool { needle.isEmpty && levels == ~0 && tag.isEmpty && from == nil && to == nil }

    /// Whether a block can hold such entries at all.
    func mayHold(_ block: DeviceLogBlockFacts) -> Bool {
        guard block.levels & levels != 0 else { return false }
        if let from { guard let last = block.to, last >= from else { return false } }
        if let to { guard let first = block.from, first < to else { return false } }
        return true
    }

    /// An entry without a time is in no range.
    func holds(_ line: DeviceLogLine) -> Bool {
        guard line.level.bit & levels != 0, tag.isEmpty || line.tag.lowercased() == tag else { return false }
        if from != nil || to != nil {
            guard let time = line.time, time >= from ?? .min, time < to ?? .max else { return false }
        }
        return needle.isEmpty || needle.isIn(Array(line.text.utf8)) || needle.isIn(Array(line.tag.utf8))
    }
}

/// The same as a page and a script ask for it.
struct DiagnosisLogQuery: Codable, Sendable {
    let q: String?
    let level: [DeviceLogLevel]?
    let tag: String?
    let from: String?
    let to: String?
    /// Entries around this one, whatever the filter.
    let around: Int?
    /// Entries of this number and later; nothing begins with the first.
    let start: Int?
    let limit: Int?

    static let most = 500
    static let usual = 200

    /// - Throws: `invalid`.
    func filter(_ reader: Reader) throws -> DiagnosisLogFilter {
        var filter = DiagnosisLogFilter()
        guard (q ?? "").utf8.count <= 200 else { throw Problem.invalid("q", "diagnosis.text.long", ["limit": "200"]) }
        guard (tag ?? "").utf8.count <= 128 else { throw Problem.invalid("tag", "diagnosis.text.long", ["limit": "128"]) }
        filter.needle = LogNeedle(q ?? "")
        if let level, !level.isEmpty { filter.levels = level.reduce(0) { $0 | $1.bit } }
        filter.tag = (tag ?? "").trimmingCharacters(in: .whitespaces).lowercased()
        filter.from = try Moment.read(from, "from", reader)?.milliseconds
        filter.to = try Moment.read(to, "to", reader, isEnd: true)?.milliseconds
        if let from = filter.from, let to = filter.to, from >= to { throw Problem.invalid("to", "moment.order") }
        return filter
    }

    /// - Throws: `invalid` for a number that no entry has.
    func checked() throws -> (start: Int, limit: Int) {
        let limit = limit ?? Self.usual
        guard (1...Self.most).contains(limit) else { throw Problem.invalid("limit", "diagnosis.range", ["from": "1", "to": "\(Self.most)"]) }
        for (field, value) in [("around", around), ("start", start)] {
            if let value, !(1...1_000_000_000).contains(value) { throw Problem.invalid(field, "web.number") }
        }
        if let around { return (max(1, around - limit / 2), limit) }
        return (start ?? 1, limit)
    }
}
