import TestSupport
import Testing

@testable import Console

struct HotpatchSparedTests {
    @Test func devicesOfAFailedReleaseAreLeftOutOfTheNextTwoFirstSteps() async throws {
        try await HotpatchWatchRoom.run { room in
            let (server, console) = (room.server, room.console)
            try await room.expose(20)
            _ = try await server.hotpatches.rollBack(room.release.id, of: "demo", by: HotpatchWatchRoom.ann)
            for number in 1...3 {
                console.clock.advance(by: 60)
                let next = try await HotpatchWatchRoom.publish(console, .halt, 5)
                try await server.hotpatchSpared.refresh()
                #expect(server.hotpatchSpared.isSpared(app: "demo", release: next.id, device: "t3") == (number <= 2), "\(number)")
                #expect(!server.hotpatchSpared.isSpared(app: "demo", release: next.id, device: "c3"))
                guard number == 1 else { continue }
                _ = try await server.hotpatches.raise(next.id, of: "demo", to: 10, by: HotpatchWatchRoom.ann)
                try await server.hotpatchSpared.refresh()
                #expect(!server.hotpatchSpared.isSpared(app: "demo", release: next.id, device: "t3"), "only the first step")
            }
        }
    }
}
