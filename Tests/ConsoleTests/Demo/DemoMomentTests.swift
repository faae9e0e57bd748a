import Foundation
import Testing

@testable import Console

struct DemoMomentTests {
    private let shanghai = TimeZone(identifier: "Asia/Shanghai") ?? .gmt
    /// 2026-11-21 18:40:00 in Shanghai.
    private let now = Date(timeIntervalSince1970: 1_795_257_600)

    @Test func daysCountFromMidnightInTheAppsZone() throws {
        let moment = try #require(DemoMoment("1d 09:40"))
        #expect(moment.days == 1 && moment.minutes == 580)
        #expect(moment.date(in: shanghai, now: now).ISO8601Format() == "2026-11-20T01:40:00Z")
        #expect(moment.date(in: .gmt, now: now).ISO8601Format() == "2026-11-20T09:40:00Z")
    }

    @Test func nothingIsPlannedForTheFuture() throws {
        let moment = try #require(DemoMoment("0d 23:59"))
        #expect(moment.date(in: shanghai, now: now) == now.addingTimeInterval(-60))
    }

    @Test(arguments: ["", "1d", "1d 9", "1d 24:00", "1d 10:60", "401d 10:00", "x"])
    func whatIsNoMomentIsRefused(text: String) {
        #expect(DemoMoment(text) == nil)
        #expect(throws: (any Error).self) { try JSONDecoder().decode([DemoMoment].self, from: Data("[\"\(text)\"]".utf8)) }
    }
}
