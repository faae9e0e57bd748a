import Foundation
import Testing

@testable import Console
@testable import Web

struct MomentTests {
    @Test(arguments: [
        ("2026-11-21", false, 1_795_190_400.0), ("2026-11-21", true, 1_795_276_800), ("2026-11-21 09:30", true, 1_795_224_600),
        ("2026-11-21T01:30:00Z", false, 1_795_224_600), ("-1h", false, 1_795_225_200),
    ])
    func fieldsAreReadInTheReadersZone(_ text: String, _ isEnd: Bool, _ seconds: Double) throws {
        var reader = Reader()
        reader.now = Date(timeIntervalSince1970: 1_795_228_800)
        #expect(try Moment.read(text, "from", reader, isEnd: isEnd) == Date(timeIntervalSince1970: seconds))
        #expect(try Moment.read("", "from", reader) == nil)
        #expect(throws: Problem.invalid("from", "moment.unreadable")) { try Moment.read("yesterday", "from", reader) }
    }

    @Test(arguments: [
        ("now", Moment.now), ("-90m", .minutesAgo(90)), ("-24h", .minutesAgo(1_440)), ("-7d", .daysAgo(7)), ("-2w", .daysAgo(14)),
        (" -24h ", .minutesAgo(1_440)),
        ("2026-11-21", .day(MomentWallTime(year: 2026, month: 11, day: 21))),
        ("2024-02-29", .day(MomentWallTime(year: 2024, month: 2, day: 29))),
        ("2026-11-21 13:55", .wall(MomentWallTime(year: 2026, month: 11, day: 21, hour: 13, minute: 55))),
        ("2026-11-21T13:55:07", .wall(MomentWallTime(year: 2026, month: 11, day: 21, hour: 13, minute: 55, second: 7))),
        ("2026-11-21T05:55:00Z", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-21T13:55:00+08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-21T13:55:00.250+08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-21T13:55:00 08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-20T21:55:00-08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
    ])
    func reads(_ text: String, _ moment: Moment) {
        #expect(Moment(text) == moment)
    }

    @Test(arguments: [
        "", "-", "-h", "24h", "-123456h", "-1y", "-1.5h", "yesterday", "2026-13-01", "2026-02-29", "2026-11-31", "2026-00-10", "1969-12-31",
        "2200-01-01", "2026-1-2", "2026-11-21 24:00", "2026-11-21 13:60", "2026-11-21 13", "2026-11-21T13:55:00+8", "2026-11-21T13:55:00+25:00",
        "2026-11-21T13:55:00.Z", "2026-11-21 13:55 x", "٢٠٢٦-11-21", "2026-11-21\u{200D}", String(repeating: "2", count: 10_000),
    ])
    func refuses(_ text: String) {
        #expect(Moment(text) == nil)
    }
}
