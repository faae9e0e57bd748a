import Foundation
import Testing

@testable import Console

/// Clocks: zones, quiet hours, and the times of a repeated message.
struct PushScheduleTests {
    @Test(arguments: [
        ("+08:00", 28_800), ("-03:30", -12_600), ("+05:45", 20_700), ("Asia/Kathmandu", 20_700), ("+14:00", 50_400), ("GMT", 0),
    ])
    func zonesAreRead(_ text: String, _ seconds: Int) {
        #expect(PushZone.zone(text)?.secondsFromGMT(for: pushMoment("2026-01-15 12:00")) == seconds)
    }

    @Test(arguments: ["", "+99:00", "+08:60", "8", "Nowhere/Land", String(repeating: "x", count: 65)])
    func whatIsNoZoneIsNone(_ text: String) {
        #expect(PushZone.zone(text) == nil)
    }

    @Test(arguments: [
        // By a device's clock: before, within, after, over midnight.
        ("2026-03-02 21:59", "Asia/Shanghai", "2026-03-02 21:59"), ("2026-03-02 22:00", "Asia/Shanghai", "2026-03-03 07:00"),
        ("2026-03-03 06:59", "Asia/Shanghai", "2026-03-03 07:00"), ("2026-03-03 07:00", "Asia/Shanghai", "2026-03-03 07:00"),
        ("2026-03-02 23:10", "+05:45", "2026-03-03 07:00"),
        // The night in which clocks go forward, and that in which they go back: seven is seven.
        ("2026-03-07 23:30", "America/New_York", "2026-03-08 07:00"), ("2026-10-31 23:30", "America/New_York", "2026-11-01 07:00"),
        ("2026-11-01 01:30", "America/New_York", "2026-11-01 07:00"),
    ])
    func quietHoursArePostponed(_ time: String, _ zone: String, _ until: String) throws {
        let quiet = PushQuietHours(from: 22 * 60, to: 7 * 60)
        let place = try #require(PushZone.zone(zone))
        #expect(quiet.postponed(pushMoment(time, zone), in: place) == pushMoment(until, zone))
    }

    @Test func quietHoursOfADay() throws {
        let quiet = PushQuietHours(from: 12 * 60, to: 14 * 60 + 30)
        let zone = try #require(PushZone.zone("+08:00"))
        #expect(quiet.postponed(pushMoment("2026-03-02 13:00", "+08:00"), in: zone) == pushMoment("2026-03-02 14:30", "+08:00"))
        #expect(quiet.postponed(pushMoment("2026-03-02 11:59", "+08:00"), in: zone) == pushMoment("2026-03-02 11:59", "+08:00"))
        #expect(quiet.postponed(pushMoment("2026-03-02 14:30", "+08:00"), in: zone) == pushMoment("2026-03-02 14:30", "+08:00"))
    }

    private func schedule(_ at: String, _ zone: String, _ repeats: PushRepeat, until: String? = nil, local: Bool = false) -> PushSchedule {
        PushSchedule(at: pushMoment(at, zone), deviceLocal: local, repeats: repeats, until: until.map { pushMoment($0, zone) }, zone: zone)
    }

    @Test func aRepeatedMessageKeepsItsHour() {
        let daily = schedule("2026-03-06 09:00", "America/New_York", .daily, until: "2026-03-09 09:00")
        var (times, last) = ([Date](), pushMoment("2026-03-01 00:00"))
        while let next = daily.next(after: last) {
            times.append(next)
            last = next
        }
        // Clocks go forward on the eighth.
        let days = ["06", "07", "08", "09"].map { pushMoment("2026-03-\($0) 09:00", "America/New_York") }
        #expect(times == days && days[2].timeIntervalSince(days[1]) == 23 * 3_600)
        #expect(daily.next(after: days[3]) == nil)
        let weekly = schedule("2026-03-06 09:00", "Asia/Shanghai", .weekly)
        #expect(weekly.next(after: pushMoment("2026-03-06 09:00", "Asia/Shanghai")) == pushMoment("2026-03-13 09:00", "Asia/Shanghai"))
        #expect(weekly.next(after: pushMoment("2027-03-06 09:00", "Asia/Shanghai")) == pushMoment("2027-03-12 09:00", "Asia/Shanghai"))
        #expect(schedule("2026-03-06 09:00", "GMT", .none).next(after: .distantPast) == nil)
    }

    @Test func devicesHaveTheirOwnNineOClock() throws {
        let nine = schedule("2026-03-06 09:00", "Asia/Shanghai", .none, local: true)
        let at = try #require(nine.at)
        #expect(nine.due(at, in: PushZone.zone("+05:45")) == pushMoment("2026-03-06 09:00", "+05:45"))
        #expect(nine.due(at, in: PushZone.zone("America/Los_Angeles")) == pushMoment("2026-03-06 09:00", "America/Los_Angeles"))
        #expect(nine.due(at, in: nil) == at)
        #expect(nine.begins(at) == pushMoment("2026-03-06 09:00", "+14:00"))
        #expect(nine.due(beginning: nine.begins(at)) == at)
        // A time that clocks skip is the one after it.
        let skipped = schedule("2026-03-08 02:30", "GMT", .none, local: true)
        let due = skipped.due(try #require(skipped.at), in: PushZone.zone("America/New_York"))
        #expect(due == pushMoment("2026-03-08 03:30", "America/New_York"))
    }
}
