import Foundation
import Storage
import Testing

@testable import Console

/// Two nodes and one lease; the database's clock cannot be turned, so its life is short instead.
struct NodeLeaseTests {
    private static let life = Duration.milliseconds(200)

    private func lease(_ room: NodeRoom, _ holder: String, life: Duration = life) -> NodeLease {
        NodeLease("schedulers", holder: holder, database: room.database, life: life)
    }

    @Test func oneNodeHasItUntilItStopsKeepingIt() async throws {
        let room = try await NodeRoom()
        let (a, b) = (lease(room, "a", life: .seconds(1)), lease(room, "b", life: .seconds(3_600)))
        #expect(try await a.keep()?.token == 1)
        #expect(try await b.keep() == nil)
        #expect(b.hold == nil)
        #expect(try await a.keep()?.token == 1)
        try await Task.sleep(for: .seconds(1.2))
        #expect(a.hold == nil, "it does not believe longer than it may")
        #expect(try await b.keep()?.token == 2)
        #expect(try await a.keep() == nil)
        #expect(b.hold?.token == 2)
    }

    @Test func whatIsGivenBackIsTakenAtOnce() async throws {
        let room = try await NodeRoom()
        let (a, b) = (lease(room, "a", life: .seconds(3_600)), lease(room, "b", life: .seconds(3_600)))
        try await a.keep()
        #expect(try await b.keep() == nil)
        try await a.release()
        #expect(a.hold == nil)
        #expect(try await b.keep()?.token == 2)
        // Of one that is not held, nothing happens.
        try await a.release()
        #expect(try await b.keep()?.token == 2)
    }

    @Test func aNodeThatStoodStillGetsNoEffectIn() async throws {
        let room = try await NodeRoom()
        let (a, b) = (lease(room, "a"), lease(room, "b"))
        let stopped = try #require(try await a.keep())
        try await stopped.guarding { try await room.effect("before", by: "a") }
        // As if by SIGSTOP: it knows nothing of the time that passes, and still has its hold in hand.
        try await Task.sleep(for: Self.life * 1.2)
        let taken = try #require(try await b.keep())
        await #expect(throws: NodeLeaseLost.self) { try await stopped.guarding { try await room.effect("after", by: "a") } }
        try await taken.guarding { try await room.effect("after", by: "b") }
        #expect(try await room.effects() == ["after b", "before a"])
    }

    /// Late is not too late while nobody else has begun.
    @Test func aHolderWhoseLeaseRanOutMayGoOnUntilAnotherTakesIt() async throws {
        let room = try await NodeRoom()
        let a = lease(room, "a")
        let hold = try #require(try await a.keep())
        try await Task.sleep(for: Self.life * 1.2)
        try await hold.guarding { try await room.effect("late", by: "a") }
        #expect(try await a.keep()?.token == 1)
        #expect(try await room.effects() == ["late a"])
    }

    /// Every effect carries the number of its holder; they may be written by turns, never one with a number that was overtaken.
    @Test func effectsOfManyNodesComeInTheOrderOfTokens() async throws {
        let room = try await NodeRoom()
        try await room.database.write { try $0.run("CREATE TABLE step (place BIGINT NOT NULL, token BIGINT NOT NULL)") }
        let nodes = (0..<3).map { lease(room, "n\($0)", life: .milliseconds(60)) }
        await withTaskGroup(of: Void.self) { group in
            for node in nodes {
                group.addTask {
                    for _ in 0..<25 {
                        guard let hold = try? await node.keep() else {
                            try? await Task.sleep(for: .milliseconds(5))
                            continue
                        }
                        // Some stand still with it for longer than it lives.
                        if Int.random(in: 0..<3) == 0 { try? await Task.sleep(for: .milliseconds(90)) }
                        try? await hold.guarding {
                            _ = try await room.database.write { connection in
                                try connection.run("INSERT INTO step (place, token) SELECT count(*), \(hold.token) FROM step")
                            }
                        }
                    }
                }
            }
        }
        let tokens = try await room.database.read { try $0.all("SELECT token FROM step ORDER BY place") { try $0[0] as Int } }
        #expect(tokens == tokens.sorted())
        #expect(Set(tokens).count > 1)
    }
}
