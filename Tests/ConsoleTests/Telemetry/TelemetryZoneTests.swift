import Console
import Foundation
import Testing

@Suite struct TelemetryZoneTests {
    @Test(arguments: ["Asia/Shanghai", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Europe/Istanbul"])
    func offsetsAreFoundations(identifier: String) throws {
        let zone = try #require(TimeZone(identifier: identifier))
        let table = TelemetryZone(zone)
        for time in stride(from: 1_600_000_000, to: 2_000_000_000, by: 86_399 * 3) {
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
            #expect(table.offset(at: time) == offset)
            #expect(table.day(at: time) == (time + offset) / 86_400)
        }
    }

    @Test func anHourShownTwiceIsItsFirstAndASkippedOneTheNew() throws {
        let table = TelemetryZone(try #require(TimeZone(identifier: "America/New_York")))
        let autumn = 1_793_494_800  // 2026-11-01 01:00 as clocks show it, twice.
        #expect(table.offset(atLocal: autumn + 1800) == -4 * 3600)
        #expect(table.offset(atLocal: autumn + 3600) == -5 * 3600)
        let spring = 1_772_935_200  // 2026-03-08 02:00 as clocks would show it.
        #expect(table.offset(atLocal: spring - 1) == -5 * 3600)
        #expect(table.offset(atLocal: spring + 1800) == -4 * 3600)
    }

    @Test func anUploadsOffsetPlacesItsLinesAndTheAppsZoneTheirDay() throws {
        let late = TelemetryLines.behaviour([1: "2026-11-21 02:40:00.000"])
        let found = try TelemetryLines.reduce([late], TelemetryLines.upload(timeZone: "Z"))
        #expect(found.times == TelemetryLines.noon...TelemetryLines.noon)
        let evening = TelemetryLines.behaviour([1: "2026-11-20 20:40:00.000"])
        let west = try TelemetryLines.reduce([evening], TelemetryLines.upload(timeZone: "-06:00"))
        #expect(west.times == found.times)
        #expect(west.devices.map(\.day) == found.devices.map(\.day))
    }

    @Test func daysBeforeTheEpochRoundDown() {
        #expect(TelemetryZone(secondsFromGMT: -3600).day(at: 0) == -1)
        #expect(TelemetryZone(secondsFromGMT: 0).day(at: -86_400) == -1)
        #expect(TelemetryZone(secondsFromGMT: 0).day(at: -86_401) == -2)
    }
}
