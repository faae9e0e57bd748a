import Formats
import Testing

@Suite struct LogLineTests {
    @Test func threeKindsAreKnown() throws {
        let body = [LogLineSamples.behaviour(), LogLineSamples.performance(), LogLineSamples.crash()].joined(separator: "\n")
        #expect(try LogLineSamples.read(body) == [.success(.behaviour), .success(.performance), .success(.crash)])
    }

    @Test func emptyLinesAndCarriageReturnsDoNotCount() throws {
        let line = LogLineSamples.behaviour()
        #expect(try LogLineSamples.read("\n\r\n\(line)\r\n\n\(line)") == [.success(.behaviour), .success(.behaviour)])
        #expect(try LogLineSamples.read("").isEmpty)
    }

    @Test(arguments: ["0_ 238_1795228800.408000_", "1_ 12_1795228800_", "0_238_1795228800.4_"])
    func wrapperOfADeviceIsTakenOff(prefix: String) throws {
        let wrapped = prefix + LogLineSamples.behaviour([47: "last"]) + "$$"
        #expect(try LogLineSamples.read(wrapped) == [.success(.behaviour)])
        #expect(try LogLineSamples.ask(wrapped) { $0.string(.event) } == "reportActive")
    }

    @Test(arguments: [
        ("garbage", LogLineRejection.malformed),
        ("0_ 238_1795228800.408000_D-VM,a", .malformed),
        ("0_ x_1795228800.408000_D-VM,a$$", .malformed),
        ("0_", .malformed),
        ("D-XX,2026-11-21 10:40:00.408,a", .unknownKind),
        (",,,", .unknownKind),
        ("D-VM,2026-11-21 10:40:00.408,a", .tooFewFields),
        ("e,", .tooFewFields),
    ])
    func unreadableLinesSayWhy(line: String, reason: LogLineRejection) throws {
        #expect(try LogLineSamples.read(line) == [.failure(reason)])
    }

    @Test func oneFieldTooFewIsTooFewAndMoreAreTolerated() throws {
        let line = LogLineSamples.behaviour()
        #expect(try LogLineSamples.read(String(line.dropLast(2))) == [.failure(.tooFewFields)])
        #expect(try LogLineSamples.read(line + String(repeating: ",x", count: 300)) == [.success(.behaviour)])
        #expect(try LogLineSamples.ask(line + String(repeating: ",x", count: 300)) { $0.string(.osVersion) } == "17.5")
    }

    @Test func bytesThatAreNotUTF8AreRejectedAndOthersKept() throws {
        let bytes = Array(LogLineSamples.behaviour([10: "\u{8BBE}\u{7F6E}"]).utf8)
        var read: [Result<LogLineKind, LogLineRejection>] = []
        try LogLineReader(bytes + [0x0A] + bytes.dropLast() + [0xFF]).forEachLine { result, _ in read.append(result) }
        #expect(read == [.success(.behaviour), .failure(.invalidUTF8)])
    }

    @Test func longLinesAreRejectedAndTheirStartIsThere() throws {
        let long = LogLineSamples.crash([14: String(repeating: "x", count: LogLineReader.longestLine)])
        var kept: [UInt8] = []
        try LogLineReader(Array(long.utf8)).forEachLine { result, line in
            #expect(result == .failure(.tooLong))
            kept = line.bytes(limit: 10)
        }
        #expect(kept == Array(long.utf8.prefix(10)))
    }

    @Test func moreLinesThanAllowedRefuseTheUpload() throws {
        let body = Array(String(repeating: "x\n", count: LogLineReader.mostLines).utf8)
        try LogLineReader(body).forEachLine { _, _ in }
        #expect(throws: LogBatchError.tooManyLines) { try LogLineReader(body + [0x78]).forEachLine { _, _ in } }
    }

    @Test func fieldsStandWhereTheContractSays() throws {
        let fields: [(LogField, String)] = [
            (.product, "p"), (.version, "v"), (.session, "s"), (.user, "u"), (.event, "login"), (.device, "d"), (.model, "m"),
            (.osVersion, "o"), (.network, "WIFI"), (.channel, "appstore"), (.hotpatch, "7"),
        ]
        for kind in LogLineKind.allCases {
            let named = fields.compactMap { field, value in field.position(in: kind).map { ($0, value) } }
            let values = Dictionary(uniqueKeysWithValues: named)
            let line = [LogLineSamples.behaviour, LogLineSamples.performance, LogLineSamples.crash][Int(kind.rawValue)](values)
            for (field, value) in fields where field.position(in: kind) != nil {
                #expect(try LogLineSamples.ask(line) { $0.string(field) } == value)
            }
        }
    }

    @Test func dashAndEmptyMeanUnknown() throws {
        let line = LogLineSamples.behaviour([7: "", 25: "-", 37: "--"])
        #expect(try LogLineSamples.ask(line) { $0.string(.user) } == .some(nil))
        #expect(try LogLineSamples.ask(line) { $0.string(.device) } == .some(nil))
        #expect(try LogLineSamples.ask(line) { $0.string(.channel) } == "--")
        #expect(try LogLineSamples.ask(line) { $0.string(.crashText) } == .some(nil))
    }

    @Test func onlyTheThreeEscapesAreDecoded() throws {
        let line = LogLineSamples.behaviour([33: "a%2Cb%2c%0A%25%41%2", 34: "100%"])
        #expect(try LogLineSamples.ask(line) { $0.string(.model) } == "a,b,\n%%41%2")
        #expect(try LogLineSamples.ask(line) { $0.string(.osVersion) } == "100%")
    }
}
