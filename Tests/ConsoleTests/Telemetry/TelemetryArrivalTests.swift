import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct TelemetryArrivalTests {
    @Test(arguments: [(-600, 0), (0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (3_600, 11), (2_592_000, 21), (Int.max, 22)])
    func bucketsArePowersOfTwo(_ seconds: Int, _ bucket: Int) {
        #expect(TelemetryArrivals.bucket(of: seconds) == bucket)
    }

    @Test func aShareOfLinesNeedsAtMost() throws {
        #expect(TelemetryArrivals.quantile(0.99, of: [:]) == nil)
        #expect(TelemetryArrivals.quantile(1, of: [6: 100]) == 128)
        #expect(TelemetryArrivals.quantile(0.5, of: [6: 100]) == 96)
        // 98 of 100 come within a minute, 2 after a day: the 99th is among those.
        #expect(try #require(TelemetryArrivals.quantile(0.99, of: [5: 98, 16: 2])) > 65_536)
        #expect(try #require(TelemetryArrivals.quantile(0.98, of: [5: 98, 16: 2])) == 64)
    }

    /// Lines are at noon and arrive a minute later; another upload brings them five hours later.
    @Test func latenessIsCountedWhenItArrivesAndOnceOnly() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([TelemetryLines.behaviour(), TelemetryLines.behaviour()], id: "one")
            try await room.send([TelemetryLines.behaviour(), TelemetryLines.behaviour()], id: "one")
            room.clock.advance(by: 5 * 3_600)
            try await room.send([TelemetryLines.behaviour()], id: "late")
            let hour = room.clock.now.milliseconds / 3_600_000
            let all = try await room.database.read { try $0.arrivals(of: TelemetryRoom.app, nil, since: hour - 24) }
            #expect(all == [TelemetryArrivals.bucket(of: 30): 2, TelemetryArrivals.bucket(of: 5 * 3_600 + 30): 1])
            let late = try await room.database.read { try $0.arrivals(of: TelemetryRoom.app, .ios, since: hour) }
            #expect(late.values.reduce(0, +) == 1)
            #expect(try await room.database.read { try $0.arrivals(of: TelemetryRoom.app, .android, since: 0) }.isEmpty)
            try await room.telemetry.rebuild(app: TelemetryRoom.app)
            #expect(try await room.database.read { try $0.arrivals(of: TelemetryRoom.app, nil, since: hour - 24) } == all)
        }
    }

    @Test func figuresSayUntilWhenTheyAreComplete() async throws {
        try await TelemetryRoom.run { room in
            let statistics = Statistics(database: room.database, clock: room.clock.clock)
            let now = room.clock.now
            let range = try StatisticsRange(.init(preset: .twentyFourHours), zone: .gmt, now: now)
            let filter = StatisticsFilter(app: TelemetryRoom.app)
            #expect(try await statistics.crashes(filter, range).completeUntil.value == nil)
            try await room.send([TelemetryLines.behaviour()])
            let until = try #require(try await statistics.crashes(filter, range).completeUntil.value)
            #expect(until < now && now.timeIntervalSince(until) <= 64)
            #expect(try await statistics.crashTrend(filter, range).completeUntil.value == until)
            #expect(try await statistics.versions(filter, range).completeUntil.value == until)
        }
    }
}
