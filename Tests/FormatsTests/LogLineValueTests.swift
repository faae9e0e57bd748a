import Formats
import Testing

@Suite struct LogLineValueTests {
    @Test(arguments: ["2026-11-21 10:40:00.408", "2026-11-21 10:40:00:408"])
    func localTimeBecomesEpochMilliseconds(text: String) throws {
        let time = try #require(try LogLineSamples.ask(LogLineSamples.behaviour([1: text])) { $0.time } ?? nil)
        #expect(time.epochMilliseconds(utcOffset: 8 * 3600) == 1_795_228_800_408)
        #expect(time.epochMilliseconds(utcOffset: 0) == 1_795_257_600_408)
    }

    @Test(arguments: [
        "", "-", "2026-11-21", "2026-11-21T10:40:00.408", "2026-13-21 10:40:00.408", "2026-02-29 10:40:00.408", "2026-11-21 24:00:00.000",
        "2026-11-21 10:60:00.000", "2026-11-21 10:40:60.000", "2026-11-21 10:40:00,408", "2026-11-21 10:40:00.4x8", "20x6-11-21 10:40:00.408",
        "1969-12-31 23:59:59.999", "2026-00-10 10:40:00.000", "2026-11-00 10:40:00.000",
    ])
    func whatIsNotADateIsNone(text: String) {
        #expect(LogLocalTime(text) == nil)
    }

    @Test func leapDaysAndTheFirstMinute() {
        #expect(LogLocalTime("1970-01-01 00:00:00")?.epochMilliseconds(utcOffset: 0) == 0)
        #expect(LogLocalTime("2000-02-29 12:00:00.001")?.epochMilliseconds(utcOffset: 0) == 951_825_600_001)
        #expect(LogLocalTime("2100-03-01 00:00:00.000")?.epochMilliseconds(utcOffset: 0) == 4_107_542_400_000)
        #expect(LogLocalTime("2100-02-29 00:00:00.000") == nil)
    }

    @Test func measuredMillisecondsAreNumbers() throws {
        let values: [(String, Int?)] = [("640", 640), ("182.7", 182), ("0", 0), ("-3", nil), ("1e3", nil), ("", nil), ("99999999999999999999", nil)]
        for (text, value) in values {
            #expect(try LogLineSamples.ask(LogLineSamples.performance([13: text])) { $0.milliseconds } == .some(value), "\(text)")
        }
    }

    @Test func firstStartIsZero() throws {
        for (text, value) in [("0", true), ("1", false), ("2", nil), ("-", nil)] as [(String, Bool?)] {
            #expect(try LogLineSamples.ask(LogLineSamples.performance([14: text])) { $0.isFirstStart } == .some(value))
        }
    }

    @Test func foregroundIsTold() throws {
        for (text, value) in [("foreground", true), ("background", false), ("elsewhere", nil), ("-", nil)] as [(String, Bool?)] {
            #expect(try LogLineSamples.ask(LogLineSamples.crash([9: text])) { $0.isForeground } == .some(value))
        }
    }

    @Test func extrasAreFoundByTheirKey() throws {
        let line = LogLineSamples.performance([12: "rpc", 14: "op=a.b%2Cc^req=214^empty=^lone^x=y=z^code=1000"])
        func extra(_ key: StaticString) throws -> String? {
            try LogLineSamples.ask(line) { line in line.extra(key).map { line.string($0) } } ?? nil
        }
        #expect(try extra("op") == "a.b,c")
        #expect(try extra("req") == "214")
        #expect(try extra("x") == "y=z")
        #expect(try extra("code") == "1000")
        #expect(try extra("empty") == nil)
        #expect(try extra("lone") == nil)
        #expect(try extra("re") == nil)
        #expect(try LogLineSamples.ask(line) { $0.extras().map(\.key) } == ["op", "req", "empty", "lone", "x", "code"])
    }

    @Test func crashTextIsDecoded() throws {
        #expect(try LogLineSamples.ask(LogLineSamples.crash()) { $0.decodedBytes(.crashText) } == Array("a.B: c\n\tat a.B.c(B.java:1)".utf8))
    }

    @Test(arguments: [("Z", 0), ("+08:00", 28_800), ("-0330", -12_600), ("+05:45", 20_700), ("-07", -25_200)])
    func offsetsAreRead(text: String, seconds: Int) {
        #expect(UTCOffset.seconds(text) == seconds)
    }

    @Test(arguments: ["", "8", "08:00", "+8", "+19:00", "+08:60", "+08:00x", "+0x:00", "GMT"])
    func otherOffsetsAreNone(text: String) {
        #expect(UTCOffset.seconds(text) == nil)
    }
}
