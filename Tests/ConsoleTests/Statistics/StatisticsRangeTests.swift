import Foundation
import Testing
import Web

@testable import Console

struct StatisticsRangeTests {
    /// 2026-11-21 13:55:20 in Shanghai, a Saturday.
    private let now = Date(timeIntervalSince1970: 1_795_240_520)

    private func range(
        _ from: String? = nil,
        _ to: String? = nil,
        preset: StatisticsPreset? = nil,
        step: StatisticsStep? = nil,
        zone: String = "Asia/Shanghai"
    ) throws -> StatisticsRange {
        try StatisticsRange(.init(from: from, to: to, preset: preset, step: step), zone: TimeZone(identifier: zone) ?? .gmt, now: now)
    }

    private func ends(_ range: StatisticsRange) -> [String] {
        [LocalTime(range.from, range.zone).iso, LocalTime(range.to, range.zone).iso]
    }

    @Test(arguments: [
        (StatisticsPreset.hour, "2026-11-21T12:56:00+08:00", "2026-11-21T13:56:00+08:00", 60),
        (.twentyFourHours, "2026-11-20T13:56:00+08:00", "2026-11-21T13:56:00+08:00", 1_440),
        (.sevenDays, "2026-11-14T14:00:00+08:00", "2026-11-21T14:00:00+08:00", 168),
        (.thirtyDays, "2026-10-22T14:00:00+08:00", "2026-11-21T14:00:00+08:00", 720),
        (.today, "2026-11-21T00:00:00+08:00", "2026-11-21T13:56:00+08:00", 836),
        (.yesterday, "2026-11-20T00:00:00+08:00", "2026-11-21T00:00:00+08:00", 1_440),
        (.week, "2026-11-16T00:00:00+08:00", "2026-11-21T14:00:00+08:00", 134),
    ])
    func presets(_ preset: StatisticsPreset, _ from: String, _ to: String, _ steps: Int) throws {
        let range = try range(preset: preset)
        #expect(ends(range) == [from, to])
        #expect(range.starts.count == steps)
        #expect(range.preset == preset)
    }

    @Test func endsMoveOutwardsToWholeSteps() throws {
        let range = try range("2026-11-21 10:20", "2026-11-21 12:01", step: .hour)
        #expect(ends(range) == ["2026-11-21T10:00:00+08:00", "2026-11-21T13:00:00+08:00"])
        #expect(range.starts.count == 3)
    }

    @Test func aDayAsTheEndIsPartOfTheRange() throws {
        #expect(ends(try range("2026-11-20", "2026-11-20")) == ["2026-11-20T00:00:00+08:00", "2026-11-21T00:00:00+08:00"])
    }

    @Test func hoursBeginByTheClockOfTheZone() throws {
        let range = try range("-3h", "now", step: .hour, zone: "Asia/Kathmandu")
        #expect(ends(range) == ["2026-11-21T09:00:00+05:45", "2026-11-21T12:00:00+05:45"])
    }

    @Test(arguments: [("2026-03-08", 23), ("2026-11-01", 25), ("2026-11-02", 24)])
    func daysAreAsLongAsTheZoneMakesThem(_ day: String, _ hours: Int) throws {
        #expect(try range(day, day, step: .hour, zone: "America/New_York").starts.count == hours)
        let days = try range(day, day, step: .day, zone: "America/New_York")
        #expect(days.starts.count == 1)
        #expect(days.length == Double(hours) * 3_600)
    }

    @Test func daysStayAtMidnightWhenClocksChange() throws {
        let starts = try range("2026-10-30", "2026-11-03", step: .day, zone: "America/New_York").starts
        #expect(zip(starts, starts.dropFirst()).map { $1.timeIntervalSince($0) / 3_600 } == [24, 24, 25, 24])
    }

    @Test(arguments: [
        ("abc", "now", "from"), ("now", "abc", "to"), ("2026-11-21", "2026-11-20", "to"), ("now", "now", "to"), (nil, "now", "from"),
        ("2020-01-01", "2026-01-01", "from"),
    ])
    func refuses(_ from: String?, _ to: String?, _ field: String) {
        #expect {
            try range(from, to, step: .minute)
        } throws: { error in
            (error as? Problem)?.rejections.map(\.field) == [field]
        }
    }

    @Test func aMonthByTheMinuteFits() throws {
        #expect(try range("-31d", "now", step: .minute).starts.count == 44_640)
        #expect(throws: Problem.self) { try range("-35d", "now", step: .minute) }
    }

    @Test func todayIsComparedWithTheSameHoursOfYesterday() throws {
        let today = try range(preset: .today)
        #expect(ends(today.before) == ["2026-11-20T00:00:00+08:00", "2026-11-20T13:56:00+08:00"])
        #expect(ends(today.previous) == ["2026-11-20T00:00:00+08:00", "2026-11-21T00:00:00+08:00"])
        #expect(today.next(now: now) == nil)
    }

    @Test func otherRangesAreComparedWithTheSameLengthBefore() throws {
        let range = try range("2026-11-20 10:00", "2026-11-20 12:00")
        #expect(ends(range.before) == ["2026-11-20T08:00:00+08:00", "2026-11-20T10:00:00+08:00"])
        #expect(try ends(#require(range.next(now: now))) == ["2026-11-20T12:00:00+08:00", "2026-11-20T14:00:00+08:00"])
    }

    @Test func wholeDaysShiftByTheCalendar() throws {
        let range = try range("2026-11-01", "2026-11-01", step: .hour, zone: "America/New_York")
        #expect(ends(range.before) == ["2026-10-31T00:00:00-04:00", "2026-11-01T00:00:00-04:00"])
        #expect(try ends(#require(range.next(now: now))) == ["2026-11-02T00:00:00-05:00", "2026-11-03T00:00:00-05:00"])
    }

    @Test(arguments: [(3_600.0, StatisticsStep.minute), (86_400, .minutes(15)), (604_800, .hour), (2_592_000, .day)])
    func pagesDrawAboutAHundredPoints(_ length: TimeInterval, _ step: StatisticsStep) {
        #expect(StatisticsStep.drawn(length) == step)
    }
}
