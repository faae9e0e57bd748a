import Foundation
import Testing

@testable import Console

struct StatisticsDurationTests {
    private let morning = 1_795_132_800  // 2026-11-20 08:00 in Shanghai

    private func range(_ step: StatisticsStep = .hour) throws -> StatisticsRange {
        try StatisticsFixture.range("2026-11-20", "2026-11-20", step)
    }

    @Test func startsStandByTimeAndVersion() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.start(morning, milliseconds: 10, count: 90)
        try await fixture.database.start(morning, milliseconds: 20, count: 9)
        try await fixture.database.start(morning, milliseconds: 30, count: 1, version: "1.1")
        try await fixture.database.start(morning + 3_600, milliseconds: 25, first: true)
        let body = try await fixture.statistics.startup(StatisticsFixture.filter, range())
        #expect(body.items.count == 24)
        #expect(body.items[8].other.count == 100)
        #expect(body.items[9].first.p50.value == 25)
        #expect(body.totals.other.p50.value == 10)
        #expect(body.totals.other.p99.value == 20)
        #expect(body.versions.map(\.version) == ["1.0", "1.1"])
        #expect(body.versions[1].other.p90.value == 30)
        #expect(body.items[0].other.p90.value == nil)
    }

    @Test func startsFallOnDaysOfAZone() async throws {
        let fixture = try await StatisticsFixture()
        let start = try StatisticsFixture.time("2026-10-31T00:00:00-04:00")
        for hour in 0..<73 { try await fixture.database.start(start + hour * 3_600, milliseconds: 10) }
        let days = try StatisticsFixture.range("2026-10-31", "2026-11-02", .day, zone: "America/New_York")
        let body = try await fixture.statistics.startup(StatisticsFixture.filter, days)
        #expect(body.items.map(\.other.count) == [24, 25, 24])
    }

    @Test(arguments: [(RPCOrder.calls, ["often", "slow", "heavy"]), (.time, ["slow", "often", "heavy"]), (.traffic, ["heavy", "often", "slow"])])
    func operationsAreRanked(_ order: RPCOrder, _ names: [String]) async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.call("often", morning, calls: 100, errors: 5, milliseconds: 2, bytes: 50)
        try await fixture.database.call("slow", morning, calls: 10, milliseconds: 900, bytes: 1)
        try await fixture.database.call("heavy", morning, calls: 1, milliseconds: 10, bytes: 1_000_000)
        let body = try await fixture.statistics.rpc(StatisticsFixture.filter, range(), by: order)
        #expect(body.items.map(\.operation) == names)
        #expect(body.totals.calls == 111)
        #expect(body.totals.operations == 3)
        let often = try #require(body.items.first { $0.operation == "often" })
        #expect(often.errorRate.value == 0.05)
        #expect(often.p99.value == 2)
        #expect(often.bytes == 100)
    }
}
