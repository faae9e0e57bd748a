import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct StatisticsShareTests {
    private static let day = 20_777  // 2026-11-20

    private func range(_ from: String, _ to: String, _ step: StatisticsStep = .hour) throws -> StatisticsRange {
        try StatisticsFixture.range(from, to, step)
    }

    /// Two devices crash on the first day, one of them again on the second: three device-days of ten and twenty.
    @Test func devicesCountOnceADayOnBothSides() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.audience(Self.day, devices: 10, users: 8)
        try await fixture.database.audience(Self.day + 1, devices: 20, users: 12)
        let first = try StatisticsFixture.time("2026-11-20T10:00:00+08:00")
        for _ in 0..<4 { try await fixture.database.crash(first, device: "a", user: "ann") }
        try await fixture.database.crash(first, device: "b")
        try await fixture.database.crash(first + 86_400, device: "a", user: "ann")
        try await fixture.database.count(first, actives: 30)
        let rates = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-11-20", "2026-11-22")).rates
        #expect(rates.perActives.numerator.value == 6)
        #expect(rates.perActives.denominator.value == 30)
        #expect(rates.perDevices.numerator.value == 3)
        #expect(rates.perDevices.denominator.value == 30)
        #expect(rates.perDevices.rate.value == 0.1)
        #expect(rates.perUsers.numerator.value == 2)
        #expect(rates.perUsers.denominator.value == 20)
        let (low, high) = (try #require(rates.perDevices.low.value), try #require(rates.perDevices.high.value))
        #expect(low < 0.1 && 0.1 < high)
        #expect(abs(low - 0.0346) < 0.0005 && abs(high - 0.2562) < 0.0005)
    }

    /// An hour of a day is divided by the devices of that day, and says so.
    @Test func partsOfADayStandForTheDay() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.audience(Self.day, devices: 10)
        try await fixture.database.crash(try StatisticsFixture.time("2026-11-20T22:00:00+08:00"), device: "a")
        let rates = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-11-20 10:00", "2026-11-20 11:00", .minute)).rates
        #expect(rates.perActives.numerator.value == 0)
        #expect(rates.perActives.rate.value == nil)
        #expect(rates.perDevices.rate.value == 0.1)
        #expect(rates.to.timeIntervalSince(rates.from) == 86_400)
    }

    @Test func whereNothingIsKnownThereIsNoRate() async throws {
        let fixture = try await StatisticsFixture()
        let empty = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-11-20", "2026-11-21")).rates
        #expect(empty.perDevices.rate.value == nil)
        #expect(empty.perDevices.denominator.value == 0)
        try await fixture.database.audience(Self.day, devices: 10)
        let long = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-01-01", "2026-11-21", .day)).rates
        #expect(long.perDevices.numerator.value == nil)
        // Reports of that time are no longer kept.
        let gone = try StatisticsFixture.time("2026-11-20T12:00:00+08:00") * 1_000
        try await fixture.database.write { try $0.moveCrashHorizon("demo", to: gone) }
        let old = try await fixture.statistics.crashes(StatisticsFixture.filter, range("2026-11-20", "2026-11-21")).rates
        #expect(old.perDevices == StatisticsShare(nil, of: 10))
        #expect(old.perDevices.denominator.value == nil)
    }

    @Test func versionsHaveTheirOwnDenominators() async throws {
        let fixture = try await StatisticsFixture()
        try await fixture.database.audience(Self.day, devices: 30)
        for (version, devices) in [("1.0", 10), ("2.0", 20)] { try await fixture.database.audience(Self.day, devices: devices, version: version) }
        let time = try StatisticsFixture.time("2026-11-20T10:00:00+08:00")
        for device in ["a", "b", "b"] { try await fixture.database.crash(time, device: device, version: "2.0") }
        try await fixture.database.count(time, actives: 50, version: "1.0")
        let items = try await fixture.statistics.versions(StatisticsFixture.filter, range("2026-11-20", "2026-11-21", .day)).items
        let shares = Dictionary(uniqueKeysWithValues: items.map { ($0.version, $0) })
        #expect(shares["2.0"]?.perDevices.rate.value == 0.1)
        #expect(shares["2.0"]?.perActives.rate.value == nil)
        #expect(shares["1.0"]?.perDevices.rate.value == 0)
        #expect(shares["1.0"]?.perActives.rate.value == 0)
    }

    @Test func thePageAndItsJSONNameThem() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let json = try await console.api(.get, "/apps/demo/stats/crashes").text
            for word in ["\"perActives\"", "\"perDevices\"", "\"perUsers\"", "\"completeUntil\":null"] { #expect(json.contains(word), "\(word)") }
            #expect(try await console.page("/apps/demo/versions").status == .ok)
        }
    }
}
