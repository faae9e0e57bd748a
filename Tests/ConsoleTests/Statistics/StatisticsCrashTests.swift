import Foundation
import Storage
import Testing

@testable import Console

struct StatisticsCrashTests {
    private let noon = 1_795_176_000  // 2026-11-20 20:00 in Shanghai, 12:00 UTC

    private func range(_ from: String, _ to: String, _ step: StatisticsStep, zone: String = "Asia/Shanghai") throws -> StatisticsRange {
        try StatisticsFixture.range(from, to, step, zone: zone)
    }

    @Test func everyStepIsThereAlsoTheEmptyOnes() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.count(noon, crashes: 1, actives: 4)
        try await fixture.database.count(noon + 120, crashes: 2)
        let body = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-11-20 20:00", "2026-11-20 20:05", .minute))
        #expect(body.items.map(\.crashes) == [1, 0, 2, 0, 0])
        #expect(body.items.map(\.actives) == [4, 0, 0, 0, 0])
        #expect(body.items.map(\.crashRate.value) == [0.25, nil, nil, nil, nil])
        #expect(body.items.map { Int($0.time.timeIntervalSince1970) } == (0..<5).map { noon + $0 * 60 })
        #expect(body.totals.crashRate.value == 0.75)
    }

    @Test func totalsEqualTheRowsWhateverTheStep() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.write { connection in
            for index in 0..<200 {
                let platform = index % 2 == 0 ? "ios" : "android"
                try connection.count(noon + index * 420, crashes: index % 3, actives: index, platform: platform, version: "1.\(index % 4)")
            }
        }
        let sums = try await fixture.database.read { connection in
            try connection.first("SELECT sum(crashes), sum(actives) FROM activity_minute") { [try $0[0] as Int, try $0[1]] }
        }
        for step in [StatisticsStep.minute, .minutes(15), .hour, .day] {
            let body = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-11-20", "2026-11-22", step))
            #expect([body.totals.crashes, body.totals.actives] == sums)
            #expect(body.items.reduce(0) { $0 + $1.actives } == sums?[1])
        }
    }

    @Test func filtersNarrowRowsAndDevices() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.crash(noon, device: "a", user: "u")
        try await fixture.database.crash(noon, device: "a", user: "u")
        try await fixture.database.crash(noon, device: "b", version: "2.0")
        try await fixture.database.crash(noon, device: "", platform: "android")
        let range = try range("2026-11-20 20:00", "2026-11-20 21:00", .hour)
        func totals(_ platform: Platform?, _ version: String?) async throws -> [Int] {
            let filter = StatisticsFilter(app: "demo", platform: platform, version: version)
            let totals = try await fixture.statistics.crashes(filter, range).totals
            return [totals.crashes, totals.devices, totals.users]
        }
        #expect(try await totals(nil, nil) == [4, 2, 1])
        #expect(try await totals(.ios, nil) == [3, 2, 1])
        #expect(try await totals(.ios, "2.0") == [1, 1, 0])
        #expect(try await totals(.harmony, nil) == [0, 0, 0])
    }

    @Test func affectedDevicesFollowNewCrashes() async throws {
        let fixture = try await StatisticsFixture()
        let range = try range("2026-11-20 20:00", "2026-11-20 21:00", .hour)
        for device in ["a", "b", "b"] {
            try await fixture.database.crash(noon, device: device)
            _ = try await fixture.statistics.crashes(StatisticsFixture.filter, range)
        }
        #expect(try await fixture.statistics.crashes(StatisticsFixture.filter, range).totals.devices == 2)
    }

    @Test func crashesOutsideTheRangeDoNotCount() async throws {
        let fixture = try await StatisticsFixture()
        for time in [noon - 1, noon, noon + 3_599, noon + 3_600] { try await fixture.database.crash(time, device: "d\(time)") }
        let totals = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-11-20 20:00", "2026-11-20 21:00", .minute)).totals
        #expect(totals.crashes == 2)
        #expect(totals.devices == 2)
    }

    @Test func daysOfAZoneHaveTheirHours() async throws {
        let fixture = try await StatisticsFixture()
        let start = try StatisticsFixture.time("2026-10-31T00:00:00-04:00")
        try await fixture.database.write { connection in
            for quarter in 0..<4 * 73 { try connection.count(start + quarter * 900, actives: 1) }
        }
        let days = try range("2026-10-31", "2026-11-02", .day, zone: "America/New_York")
        let body = try await fixture.statistics.crashes(StatisticsFixture.filter, days)
        #expect(body.items.map(\.actives) == [96, 100, 96])
    }

    @Test func thePeriodBeforeComesAlong() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.count(noon, crashes: 3, actives: 10)
        try await fixture.database.count(noon - 3_600, crashes: 1, actives: 20)
        let range = try range("2026-11-20 20:00", "2026-11-20 21:00", .minutes(15))
        let body = try await fixture.statistics.crashes(StatisticsFixture.filter, range, compared: true)
        #expect(body.previous?.totals.crashes == 1)
        #expect(body.previous?.items.map(\.actives) == [20, 0, 0, 0])
        #expect(try await fixture.statistics.crashes(StatisticsFixture.filter, range).previous == nil)
    }

    @Test func aBadVersionStandsOut() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.count(noon, crashes: 5, actives: 1_000, version: "1.0")
        try await fixture.database.count(noon, crashes: 5, actives: 1_000, version: "1.1")
        try await fixture.database.count(noon, crashes: 30, actives: 1_000, version: "1.2")
        try await fixture.database.count(noon, crashes: 1, actives: 20, version: "1.3")
        let trend = try await fixture.statistics.crashTrend(StatisticsFixture.filter, range("2026-11-20", "2026-11-20", .hour))
        #expect(trend.items.filter(\.worse).map(\.version) == ["1.2"])
        #expect(trend.items.map(\.version) == ["1.0", "1.1", "1.2", "1.3"])
        #expect(trend.items.allSatisfy { $0.items.count == 24 })
        #expect(trend.totals.crashes == 41)
        #expect(trend.all[20].crashes == 41)
    }
}
