import Testing

@testable import Formats

@Suite struct LogMaskingTests {
    @Test func whatTellsOfADeviceGoesAndWhatIsCountedStays() throws {
        let lines = [
            LogLineSamples.behaviour([6: "s-1", 10: "Home", 22: "phone=138", 25: "d,1".replacing(",", with: "%2C")]),
            LogLineSamples.performance([12: "rpc", 13: "182", 14: "op=a.b^user=9^req=1^rsp=2^code=1000", 23: "d%2C1"]),
            LogLineSamples.performance([23: "d%2c1"]), LogLineSamples.crash([14: "secret", 28: "d%2C1"]),
        ]
        let masked = try #require(LogMasking(.device, "d,1", isInHeader: false).masked(Array(lines.joined(separator: "\n").utf8)))
        #expect(masked.lines == 4)
        let kept = String(decoding: masked.body, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(kept.map(\.count) == [48, 37, 37, 34])
        #expect(
            kept.map { $0.filter { $0 != "-" }.joined(separator: " ") } == [
                "D-VM 2026-11-21 10:40:00.408 DEMO_IOS-0000017768 2.0.0 event reportActive",
                "D-MM 2026-11-21 10:40:00.408 DEMO_IOS-0000017768 2.0.0 performance rpc 182 op=a.b^req=1^rsp=2^code=1000",
                "D-MM 2026-11-21 10:40:00.408 DEMO_IOS-0000017768 2.0.0 performance time_startup 640 0",
                "e 2026-11-21 10:40:00.408 DEMO_IOS-0000017768 2.0.0 exception foreground MonitorPoint_Crash java",
            ]
        )
        #expect(
            try LogLineSamples.read(String(decoding: masked.body, as: UTF8.self)).map { try? $0.get() } == [
                .behaviour, .performance, .performance, .crash,
            ]
        )
    }

    @Test func linesOfOthersStayAsTheyAre() throws {
        let (own, other) = (LogLineSamples.behaviour([25: "mine"]), LogLineSamples.behaviour([25: "theirs"]))
        let masked = try #require(LogMasking(.device, "mine", isInHeader: true).masked(Array("\(other)\r\n\n\(own)\n\(other)".utf8)))
        let lines = String(decoding: masked.body, as: UTF8.self).split(separator: "\n")
        #expect(masked.lines == 1)
        #expect([lines[0], lines[2]] == [other[...], other[...]])
        #expect(!lines[1].contains("mine"))
        #expect(LogMasking(.device, "nobody", isInHeader: false).masked(Array(own.utf8)) == nil)
    }

    @Test func theHeaderSpeaksForLinesThatNameNobody() {
        let body = Array(LogLineSamples.behaviour([7: "-"]).utf8)
        #expect(LogMasking(.user, "u", isInHeader: true).masked(body)?.lines == 1)
        #expect(LogMasking(.user, "u", isInHeader: false).masked(body) == nil)
    }

    @Test func aLineThatCannotBeReadGoesWhenItHoldsTheValue() throws {
        let masked = try #require(LogMasking(.user, "u77", isInHeader: false).masked(Array("broken u77 line\nbroken".utf8)))
        #expect(String(decoding: masked.body, as: UTF8.self) == "-\nbroken\n")
        #expect(masked.lines == 1)
    }

    @Test func masksNothingTwice() throws {
        let masking = LogMasking(.device, "d", isInHeader: false)
        let once = try #require(masking.masked(Array(LogLineSamples.behaviour([25: "d"]).utf8)))
        #expect(masking.masked(once.body) == nil)
    }
}
