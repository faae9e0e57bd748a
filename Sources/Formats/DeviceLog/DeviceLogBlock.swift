/// Some entries of a device's log as they are kept together: packed, and sealed, by somebody else.
///
/// An entry is time, level, tag and text with U+001F between them and U+001E behind; no text holds either.
public enum DeviceLogBlock {
    /// Bytes of text from which on a block is full.
    public static let size = 64 << 10
    /// Bytes of one entry's text; what is longer is cut.
    public static let longestText = 32 << 10

    static let field: UInt8 = 0x1F
    static let end: UInt8 = 0x1E

    static func write(_ line: DeviceLogLine, to bytes: inout [UInt8]) {
        if let time = line.time { bytes += String(time).utf8 }
        bytes += [field, line.level.letter, field]
        bytes += line.tag.utf8
        bytes.append(field)
        bytes += line.text.utf8
        bytes.append(end)
    }

    /// - Throws: `FormatError.malformed` for what no writer made.
    public static func lines(in bytes: [UInt8]) throws(FormatError) -> [DeviceLogLine] {
        var lines: [DeviceLogLine] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: end) else { throw .malformed }
            lines.append(try line(rest[..<end]))
            rest = rest[(end + 1)...]
        }
        return lines
    }

    private static func line(_ bytes: ArraySlice<UInt8>) throws(FormatError) -> DeviceLogLine {
        let fields = bytes.split(separator: field, omittingEmptySubsequences: false)
        guard fields.count == 4, fields[1].count == 1, let letter = fields[1].first else { throw .malformed }
        let text = fields.map { String(decoding: $0, as: UTF8.self) }
        guard text[0].isEmpty || Int(text[0]) != nil else { throw .malformed }
        return DeviceLogLine(time: Int(text[0]), level: DeviceLogLevel(letter: letter) ?? .unknown, tag: text[2], text: text[3])
    }
}

/// What is told of a block without opening it.
public struct DeviceLogBlockFacts: Codable, Equatable, Sendable {
    /// The file that its entries are of; a block holds those of one.
    public let file: String
    /// The number of its first entry within the whole log, from 1.
    public let first: Int
    /// How many entries.
    public let lines: Int
    /// The earliest and latest time in ms since 1970; nil when none of them says.
    public let from: Int?
    public let to: Int?
    /// Bits of the levels that occur, see ``DeviceLogLevel/bit``.
    public let levels: Int

    public init(file: String, first: Int, lines: Int, from: Int?, to: Int?, levels: Int) {
        self.file = file
        self.first = first
        self.lines = lines
        self.from = from
        self.to = to
        self.levels = levels
    }
}
