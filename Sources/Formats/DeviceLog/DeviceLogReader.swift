/// Makes blocks of the files of a device's log, which come in pieces of any size. Memory: a block, and a line of at most 64 KB.
///
///     var reader = DeviceLogReader(utcOffset: 28_800, reference: now) { block, facts in … }
///     try reader.begin("2026-11-23-10.log")
///     for piece in pieces { try reader.take(piece) }
///     try reader.finish()
public struct DeviceLogReader {
    private let heads: DeviceLogHeadReader
    private let sink: ([UInt8], DeviceLogBlockFacts) throws -> Void
    private var file = ""
    private var decoder = DeviceLogDecoder()
    /// A line that has not ended, and whether more of it is passed over.
    private var pending: [UInt8] = []
    private var isCut = false
    private var entry: DeviceLogLine?
    private var block: [UInt8] = []
    private var blockLines = 0
    private var times: ClosedRange<Int>?
    private var levels = 0
    /// Entries in blocks that are full.
    private var written = 0

    private static let longestLine = 64 << 10

    /// - Parameters:
    ///   - utcOffset: seconds that the device's clock is ahead of UTC, where lines do not say.
    ///   - reference: milliseconds since 1970, about when the log was written: logcat leaves out the year.
    ///   - sink: gets each block when it is full.
    public init(utcOffset: Int, reference: Int, sink: @escaping ([UInt8], DeviceLogBlockFacts) throws -> Void) {
        heads = DeviceLogHeadReader(utcOffset: utcOffset, reference: reference)
        self.sink = sink
    }

    /// Another file begins.
    public mutating func begin(_ file: String) throws {
        try finish()
        self.file = file
        decoder = DeviceLogDecoder()
    }

    /// More of the file.
    public mutating func take(_ piece: ArraySlice<UInt8>) throws {
        var rest = piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            gather(rest[..<end])
            try line()
            rest = rest[(end + 1)...]
        }
        gather(rest)
    }

    /// The file has ended, and with it its last block.
    public mutating func finish() throws {
        if !pending.isEmpty { try line() }
        if let entry { try keep(entry) }
        entry = nil
        try flush()
    }

    private mutating func gather(_ bytes: ArraySlice<UInt8>) {
        let room = Self.longestLine - pending.count
        isCut = isCut || bytes.count > room
        pending += bytes.prefix(room)
    }

    /// A whole line: an entry begins with it, or it belongs to the one there is.
    private mutating func line() throws {
        var bytes = decoder.decode(pending[...])
        pending = []
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        // Nothing may look like what divides entries; the rest cannot be seen.
        for place in bytes.indices where bytes[place] < 0x20 && bytes[place] != UInt8(ascii: "\t") { bytes[place] = UInt8(ascii: " ") }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let wasCut = isCut
        isCut = false
        if let head = heads.head(of: bytes) {
            if let entry { try keep(entry) }
            entry = DeviceLogLine(time: head.time, level: head.level, tag: head.tag, text: Self.text(bytes[head.text], wasCut))
        } else {
            try goOn(Self.text(bytes[...], wasCut))
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ wasCut: Bool) -> String {
        let text = String(decoding: bytes.prefix(DeviceLogBlock.longestText), as: UTF8.self)
        return wasCut || bytes.count > DeviceLogBlock.longestText ? text + " …" : text
    }

    /// A line that begins no entry. Without an entry that has a beginning, nobody can tell what belongs together: each line is one then. What would
    /// make an entry too long goes on in another of the same beginning.
    private mutating func goOn(_ text: String) throws {
        guard let time = entry?.time, let size = entry?.text.utf8.count else {
            if text.isEmpty { return }
            if let entry { try keep(entry) }
            entry = DeviceLogLine(time: nil, level: .unknown, tag: "", text: text)
            return
        }
        if size + text.utf8.count < DeviceLogBlock.longestText {
            entry?.text += "\n" + text
        } else if let full = entry, !text.isEmpty {
            try keep(full)
            entry = DeviceLogLine(time: time, level: full.level, tag: full.tag, text: text)
        }
    }

    private mutating func keep(_ line: DeviceLogLine) throws {
        DeviceLogBlock.write(line, to: &block)
        blockLines += 1
        levels |= line.level.bit
        if let time = line.time { times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time }
        if block.count >= DeviceLogBlock.size { try flush() }
    }

    private mutating func flush() throws {
        guard blockLines > 0 else { return }
        let facts = DeviceLogBlockFacts(
            file: file,
            first: written + 1,
            lines: blockLines,
            from: times?.lowerBound,
            to: times?.upperBound,
            levels: levels
        )
        let full = block
        written += blockLines
        (block, blockLines, times, levels) = ([], 0, nil, 0)
        try sink(full, facts)
    }
}
