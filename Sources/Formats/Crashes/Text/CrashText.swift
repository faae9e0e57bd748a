import Foundation

/// A report's text by the offsets of its bytes: parts of it are ranges, compared as bytes (characters would join a letter with a following
/// combining mark), and become strings only where they are kept.
struct CrashText {
    typealias Part = Range<Int>

    let bytes: [UInt8]
    /// Where the next line begins.
    private(set) var next: Int
    private let end: Int
    private var names = CrashNames()
    private let limits: CrashReadLimits

    /// - Parameter part: what is read of it, within the bytes.
    init(_ bytes: [UInt8], _ part: Part, limits: CrashReadLimits) {
        self.bytes = bytes
        self.limits = limits
        next = part.lowerBound
        end = part.upperBound
    }

    /// The next line without its LF or CRLF; nil after the last.
    mutating func line() -> Part? {
        guard next < end else { return nil }
        let start = next
        let found = newline(from: start)
        next = found + 1
        return start..<(found > start && bytes[found - 1] == 0x0D ? found - 1 : found)
    }

    /// Where the line ends that `start` lies in. With memchr, as every byte of every report comes by here.
    private func newline(from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, end - start) else { return end }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    // MARK: strings

    /// Of at most ``CrashReadLimits/name`` bytes. What stands in a report many times is made once.
    mutating func name(_ part: Part) -> String {
        names.string(within(part, limits.name), in: bytes)
    }

    /// Of at most ``CrashReadLimits/message`` bytes.
    func message(_ part: Part) -> String {
        CrashNames.make(bytes[within(part, limits.message)])
    }

    /// Cut before a character rather than in it.
    private func within(_ part: Part, _ most: Int) -> Part {
        guard part.count > most else { return part }
        var end = part.lowerBound + most
        while end > part.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return part.lowerBound..<end
    }
}

// MARK: looking

extension CrashText {
    func begins(_ part: Part, _ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            guard part.count >= word.count else { return false }
            var place = part.lowerBound
            for byte in word {
                guard bytes[place] == byte else { return false }
                place += 1
            }
            return true
        }
    }

    func ends(_ part: Part, _ word: StaticString) -> Bool {
        part.count >= word.utf8CodeUnitCount && begins((part.upperBound - word.utf8CodeUnitCount)..<part.upperBound, word)
    }

    func equals(_ part: Part, _ word: StaticString) -> Bool {
        part.count == word.utf8CodeUnitCount && begins(part, word)
    }

    /// What follows `word`, trimmed; nil when the part does not begin with it.
    func after(_ part: Part, _ word: StaticString) -> Part? {
        begins(part, word) ? trimmed((part.lowerBound + word.utf8CodeUnitCount)..<part.upperBound) : nil
    }

    func find(_ byte: UInt8, in part: Part) -> Int? {
        var place = part.lowerBound
        while place < part.upperBound {
            if bytes[place] == byte { return place }
            place += 1
        }
        return nil
    }

    func findLast(_ byte: UInt8, in part: Part) -> Int? {
        var place = part.upperBound
        while place > part.lowerBound {
            place -= 1
            if bytes[place] == byte { return place }
        }
        return nil
    }

    /// Where the first `word` begins. Its first byte should be a rare one.
    func find(_ word: StaticString, in part: Part) -> Int? {
        guard let first = word.withUTF8Buffer({ $0.first }) else { return nil }
        var rest = part
        while let place = find(first, in: rest) {
            if begins(place..<part.upperBound, word) { return place }
            rest = (place + 1)..<part.upperBound
        }
        return nil
    }

    /// The parts before and after the first `word`.
    func cut(_ part: Part, at word: StaticString) -> (before: Part, after: Part)? {
        guard let place = find(word, in: part) else { return nil }
        return (part.lowerBound..<place, (place + word.utf8CodeUnitCount)..<part.upperBound)
    }

    /// What stands between the first `open` and the next `close`.
    func between(_ part: Part, _ open: StaticString, _ close: StaticString) -> Part? {
        guard let (_, rest) = cut(part, at: open), let (inner, _) = cut(rest, at: close) else { return nil }
        return inner
    }

    func trimmed(_ part: Part) -> Part {
        var (start, end) = (part.lowerBound, part.upperBound)
        while start < end, Self.isSpace(bytes[start]) { start += 1 }
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    /// The first part that has no space in it, and what follows; nil when there is none.
    func word(_ part: Part) -> (word: Part, rest: Part)? {
        var start = part.lowerBound
        while start < part.upperBound, Self.isSpace(bytes[start]) { start += 1 }
        var end = start
        while end < part.upperBound, !Self.isSpace(bytes[end]) { end += 1 }
        return start < end ? (start..<end, end..<part.upperBound) : nil
    }
}
