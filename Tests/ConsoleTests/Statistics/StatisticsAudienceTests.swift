import Foundation
import Testing

@testable import Console

struct StatisticsAudienceTests {
    private let day = 20_777  // 2026-11-20
    private let morning = 1_795_132_800  // 2026-11-20 08:00 in Shanghai

    @Test func devicesAndUsersStandByDay() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.count(morning, actives: 9)
        try await fixture.database.audience(day, devices: 5, new: 2, users: 3)
        try await fixture.database.audience(day, devices: 4, new: 1, users: 1, platform: "android")
        try await fixture.database.audience(day, devices: 4, version: "1.0")
        try await fixture.database.audience(day + 1, devices: 3)
        let body = try await fixture.statistics.actives(StatisticsFixture.filter, StatisticsFixture.range("2026-11-19", "2026-11-21", .day))
        #expect(body.items.map(\.actives) == [0, 9, 0])
        #expect(body.items.map(\.devices.value) == [0, 9, 3])
        #expect(body.items.map(\.newDevices.value) == [0, 3, 0])
        #expect(body.items.map(\.users.value) == [0, 4, 0])
        #expect(body.totals.devicesPerDay.value == 6)
        #expect(body.totals.newDevices == 3)
    }

    @Test func finerStepsHaveNoDevices() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.audience(day, devices: 5)
        let body = try await fixture.statistics.actives(StatisticsFixture.filter, StatisticsFixture.range("2026-11-20", "2026-11-20", .hour))
        #expect(body.items.count == 24)
        #expect(body.items.allSatisfy { $0.devices.value == nil })
    }

    @Test func versionsShareReportsAndDevices() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.count(morning, crashes: 1, actives: 30, version: "1.0")
        try await fixture.database.count(morning, actives: 10, version: "1.1")
        try await fixture.database.audience(day, devices: 8)
        try await fixture.database.audience(day, devices: 6, version: "1.0")
        try await fixture.database.audience(day, devices: 2, version: "1.1")
        let body = try await fixture.statistics.versions(StatisticsFixture.filter, StatisticsFixture.range("2026-11-19", "2026-11-20", .day))
        #expect(body.items.map(\.version) == ["1.0", "1.1"])
        #expect(body.items.map(\.share.value) == [0.75, 0.25])
        #expect(body.items.map(\.devices) == [6, 2])
        #expect(body.days.map(\.items.count) == [0, 2])
        #expect(body.days[1].items.map(\.share.value) == [0.75, 0.25])
    }
}
