import Foundation
import Testing

@testable import Console

struct StatisticsMomentTests {
    @Test(arguments: [
        ("now", StatisticsMoment.now), ("-90m", .minutesAgo(90)), ("-24h", .minutesAgo(1_440)), ("-7d", .daysAgo(7)), ("-2w", .daysAgo(14)),
        (" -24h ", .minutesAgo(1_440)),
        ("2026-11-21", .day(StatisticsWallTime(year: 2026, month: 11, day: 21))),
        ("2024-02-29", .day(StatisticsWallTime(year: 2024, month: 2, day: 29))),
        ("2026-11-21 13:55", .wall(StatisticsWallTime(year: 2026, month: 11, day: 21, hour: 13, minute: 55))),
        ("2026-11-21T13:55:07", .wall(StatisticsWallTime(year: 2026, month: 11, day: 21, hour: 13, minute: 55, second: 7))),
        ("2026-11-21T05:55:00Z", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-21T13:55:00+08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-21T13:55:00.250+08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-21T13:55:00 08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
        ("2026-11-20T21:55:00-08:00", .exact(Date(timeIntervalSince1970: 1_795_240_500))),
    ])
    func reads(_ text: String, _ moment: StatisticsMoment) {
        #expect(StatisticsMoment(text) == moment)
    }

    @Test(arguments: [
        "", "-", "-h", "24h", "-123456h", "-1y", "-1.5h", "yesterday", "2026-13-01", "2026-02-29", "2026-11-31", "2026-00-10", "1969-12-31",
        "2200-01-01", "2026-1-2", "2026-11-21 24:00", "2026-11-21 13:60", "2026-11-21 13", "2026-11-21T13:55:00+8", "2026-11-21T13:55:00+25:00",
        "2026-11-21T13:55:00.Z", "2026-11-21 13:55 x", "٢٠٢٦-11-21", "2026-11-21\u{200D}", String(repeating: "2", count: 10_000),
    ])
    func refuses(_ text: String) {
        #expect(StatisticsMoment(text) == nil)
    }
}
