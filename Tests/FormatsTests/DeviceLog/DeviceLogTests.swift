import Testing

@testable import Formats

@Suite struct DeviceLogTests {
    /// 2026-11-21 12:00 in Shanghai.
    private static let reference = 1_795_233_600_000

    private func read(
        _ bytes: [UInt8],
        pieces: Int = 1 << 20,
        files: [String] = ["a.log"]
    ) throws -> (lines: [DeviceLogLine], facts: [DeviceLogBlockFacts]) {
        var (lines, all): ([DeviceLogLine], [DeviceLogBlockFacts]) = ([], [])
        var reader = DeviceLogReader(utcOffset: 28_800, reference: Self.reference) { block, facts in
            lines += try DeviceLogBlock.lines(in: block)
            all.append(facts)
        }
        for file in files {
            try reader.begin(file)
            var rest = bytes[...]
            while !rest.isEmpty {
                try reader.take(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
            }
        }
        try reader.finish()
        return (lines, all)
    }

    private func line(_ text: String) throws -> DeviceLogLine {
        try #require(try read(Array(text.utf8)).lines.first)
    }

    @Test func theClientsOwnLinesSayTimeLevelAndTag() throws {
        #expect(
            try line("2026-11-23 10:15:30.123 [I] [net] hello")
                == DeviceLogLine(time: 1_795_400_130_123, level: .info, tag: "net", text: "hello")
        )
    }

    @Test(arguments: [("E", DeviceLogLevel.error), ("W", .warn), ("I", .info), ("D", .debug), ("V", .debug), ("F", .error)])
    func lettersAreLevels(letter: String, level: DeviceLogLevel) throws {
        #expect(try line("2026-11-23 10:15:30.123 [\(letter)] [a] b").level == level)
    }

    @Test func logcatsYearIsTheNearest() throws {
        let line = try line("11-23 10:15:30.123  1234  5678 W Net   : slow: 3 s")
        #expect(line == DeviceLogLine(time: 1_795_400_130_123, level: .warn, tag: "Net", text: "slow: 3 s"))
        let newYear = try self.line("01-02 00:00:00.000  1  2 I A: b")
        #expect(try #require(newYear.time) > Self.reference)
    }

    @Test func applesLinesNameTheirApp() throws {
        let line = try line("2026-11-23 10:15:30.123456+0800 Demo[12:3f] started")
        #expect(line == DeviceLogLine(time: 1_795_400_130_123, level: .unknown, tag: "Demo", text: "started"))
    }

    @Test func aZoneInTheLineCountsMoreThanTheDevices() throws {
        #expect(try line("2026-11-23 02:15:30.123+0000 Demo[1:2] a").time == 1_795_400_130_123)
    }

    @Test func storedLinesOfMPaaSCountFrom1970() throws {
        #expect(try line("1_ 99_1795228800.4_D-VM,a$$") == DeviceLogLine(time: 1_795_228_800_400, level: .unknown, tag: "", text: "D-VM,a"))
    }

    @Test func whatBeginsNoEntryBelongsToTheOneBefore() throws {
        let found = try read(Array("2026-11-23 10:15:30.123 [E] [a] boom\n\tat b\n\tat c\n2026-11-23 10:15:31.000 [I] [a] on\n".utf8)).lines
        #expect(found.map(\.text) == ["boom\n\tat b\n\tat c", "on"])
    }

    @Test func aLineWithoutATimeIsAnEntryWhenItIsTheFirst() throws {
        #expect(try line("nothing but words") == DeviceLogLine(time: nil, level: .unknown, tag: "", text: "nothing but words"))
    }

    @Test func linesInNoKnownFormatAreEntriesOfTheirOwn() throws {
        let found = try read(Array("one\n\ntwo\n2026-11-23 10:15:30.123 [E] [a] boom\n\tat b\n".utf8)).lines
        #expect(found.map(\.text) == ["one", "two", "boom\n\tat b"])
    }

    @Test func nothingOfALongEntryIsLost() throws {
        let frames = (0..<5_000).map { "\tat frame \($0)" }
        let bytes = Array(("2026-11-23 10:15:30.123 [E] [a] boom\n" + frames.joined(separator: "\n") + "\n").utf8)
        let found = try read(bytes).lines
        #expect(found.count > 1)
        #expect(found.map(\.text).joined(separator: "\n") == (["boom"] + frames).joined(separator: "\n"))
        #expect(Set(found.map(\.time)) == [1_795_400_130_123])
        #expect(found.allSatisfy { $0.level == .error && $0.tag == "a" && $0.text.utf8.count < DeviceLogBlock.longestText })
        #expect(try read(bytes, pieces: 7).lines == found)
    }

    @Test func piecesMakeNoDifference() throws {
        let bytes = Array("2026-11-23 10:15:30.123 [I] [网络] 你好\r\n  b\r\n2026-11-23 10:15:31.123 [D] [x] z".utf8)
        let whole = try read(bytes).lines
        for size in 1...9 { #expect(try read(bytes, pieces: size).lines == whole) }
    }

    // MARK: encodings

    private static let head = Array("2026-11-23 10:15:30.123 [I] [a] ".utf8)

    @Test func gbkIsRead() throws {
        #expect(try read(Self.head + [0xC4, 0xE3, 0xBA, 0xC3]).lines.first?.text == "你好")
    }

    @Test func brokenBytesOfGBKBecomeReplacementsAndTheRestIsRead() throws {
        let bytes = Self.head + [0xC4, 0xE3, 10] + Self.head + [0xC4, 0xFF, 0x41, 10]
        #expect(try read(bytes).lines.map(\.text) == ["你", "\u{FFFD}\u{FFFD}A"])
    }

    @Test func aLogInUTF8WithBrokenBytesIsNotChinese() throws {
        let bytes = Self.head + Array("你好\n".utf8) + Self.head + [0x61, 0xC4, 0xE3, 10]
        let texts = try read(bytes).lines.map(\.text)
        #expect(texts.first == "你好")
        #expect(texts.last?.hasPrefix("a\u{FFFD}") ?? false)
    }

    @Test func controlCharactersCannotDivideEntries() throws {
        let found = try read(Self.head + [0x41, 0x1E, 0x42, 0x1F, 0x43, 0x00, 0x1B]).lines
        #expect(found.map(\.text) == ["A B C  "])
    }

    // MARK: blocks

    @Test func aBlockHoldsOneFileAndItsFactsAreTold() throws {
        let (lines, facts) = try read(
            Array("2026-11-23 10:15:30.123 [I] [a] b\n2026-11-23 10:15:29.000 [E] [a] c\n".utf8),
            files: ["1.log", "2.log"]
        )
        #expect(lines.count == 4)
        #expect(facts.map(\.file) == ["1.log", "2.log"])
        #expect(facts.map(\.first) == [1, 3])
        #expect(facts[0].from == 1_795_400_129_000)
        #expect(facts[0].to == 1_795_400_130_123)
        #expect(facts[0].levels == DeviceLogLevel.info.bit | DeviceLogLevel.error.bit)
    }

    @Test func longLogsBecomeSeveralBlocksAndLongLinesAreCut() throws {
        let many = (0..<5_000).map { "2026-11-23 10:15:30.123 [I] [a] line \($0)\n" }.joined()
        let (lines, facts) = try read(Array(many.utf8))
        #expect(lines.count == 5_000)
        #expect(facts.count > 1)
        #expect(facts.last.map { $0.first + $0.lines } == 5_001)
        let long = try line("2026-11-23 10:15:30.123 [I] [a] " + String(repeating: "x", count: 300_000))
        #expect(long.text.utf8.count <= DeviceLogBlock.longestText + 8)
        #expect(long.text.hasSuffix("…"))
        let longer = try line("2026-11-23 10:15:30.123 [I] [a] " + String(repeating: "x", count: DeviceLogBlock.longestText + 1))
        #expect(longer.text.hasSuffix("x …"))
    }

    @Test func whatNoWriterMadeIsNoBlock() {
        for text in ["a", "\u{1E}", "1\u{1F}I\u{1F}t\u{1E}", "x\u{1F}I\u{1F}t\u{1F}a\u{1E}", "1\u{1F}II\u{1F}t\u{1F}a\u{1E}"] {
            #expect(throws: FormatError.malformed) { try DeviceLogBlock.lines(in: Array(text.utf8)) }
        }
    }
}
