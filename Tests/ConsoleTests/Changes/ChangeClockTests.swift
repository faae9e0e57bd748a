import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

/// A node whose machine has another idea of the time.
struct ChangeClockTests {
    @Test(arguments: [-600.0, 600.0, 34_560_000.0]) func aClockThatIsOffFollowsTheDatabase(off: Double) async throws {
        let fixture = try await AccountsFixture()
        let machine = TestClock(Date().addingTimeInterval(off))
        let clock = NodeClock(machine: machine.clock)
        #expect(abs(clock.clock.now.timeIntervalSinceNow - off) < 1)
        try await clock.compare(with: fixture.database)
        #expect(abs(clock.clock.now.timeIntervalSinceNow) < 2)
        machine.advance(by: -off)
        try await clock.compare(with: fixture.database)
        #expect(clock.clock.now == machine.now)
    }

    @Test func aSecondIsLeftAlone() async throws {
        let fixture = try await AccountsFixture()
        let machine = TestClock(Date().addingTimeInterval(-1))
        let clock = NodeClock(machine: machine.clock)
        try await clock.compare(with: fixture.database)
        #expect(clock.clock.now == machine.now)
    }
}
