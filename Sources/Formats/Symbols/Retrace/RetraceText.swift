/// Lines of a mapping file, cut as bytes.
enum RetraceText {
    typealias Bytes = ArraySlice<UInt8>

    /// A line longer than this is passed over.
    static let longestLine = 64 << 10

    static func string(_ bytes: Bytes) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    static func trimmed(_ bytes: Bytes) -> Bytes {
        let start = bytes.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start.prefix(0) }
        return start[...last]
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    /// `com.example.Main -> a.b:` at the beginning of a line.
    static func classNames(_ line: Bytes) -> (original: Bytes, obfuscated: Bytes)? {
        guard let first = line.first, !isSpace(first), first != UInt8(ascii: "#"), line.count <= longestLine else { return nil }
        let line = trimmed(line)
        guard line.last == UInt8(ascii: ":"), let arrow = arrow(in: line) else { return nil }
        let (original, obfuscated) = (line[..<arrow], line[(arrow + 4)...].dropLast())
        guard !original.isEmpty, !obfuscated.isEmpty, !original.contains(0x20), !obfuscated.contains(0x20) else { return nil }
        return (original, obfuscated)
    }

    /// What follows `#`, without the space around it.
    static func note(_ line: Bytes) -> Bytes? {
        let line = trimmed(line)
        guard line.first == UInt8(ascii: "#"), line.count <= longestLine else { return nil }
        return trimmed(line.dropFirst())
    }

    /// Where the last ` -> ` begins.
    static func arrow(in line: Bytes) -> Int? {
        guard line.count >= 4 else { return nil }
        var place = line.endIndex - 4
        while place >= line.startIndex {
            if line[place] == 0x20, line[place + 1] == 0x2D, line[place + 2] == 0x3E, line[place + 3] == 0x20 { return place }
            place -= 1
        }
        return nil
    }

    /// Takes a number off the beginning.
    /// - Returns: nil for something else, and for more than nine digits: no file has as many lines.
    static func number(_ bytes: inout Bytes) -> Int? {
        let digits = bytes.prefix { 48...57 ~= $0 }
        guard (1...9).contains(digits.count) else { return nil }
        bytes = bytes.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
}
