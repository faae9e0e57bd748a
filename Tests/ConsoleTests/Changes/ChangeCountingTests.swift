import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// What several nodes count and take at once on one database.
struct ChangeCountingTests {
    private func devices(_ numbers: Range<Int>, of badges: Badges, _ id: String) {
        for number in numbers { badges.reach.note("d:device-\(number)", saw: [BadgeKey(app: "demo", id: id)]) }
    }

    private func publish(_ console: TestConsole) async throws -> String {
        struct Made: Decodable { let id: String }
        let json = ##"{"badgeId":"#A","style":"point","audience":"all"}"##
        return try await console.api(.post, "/apps/demo/badges", json).json(Made.self).id
    }

    private func another(_ console: TestConsole) async throws -> Badges {
        let server = console.server
        let badges = Badges(database: server.database, audit: server.audit, clock: server.clock, raised: [FeedbackBadge.path])
        try await badges.refreshIndex()
        return badges
    }

    @Test func devicesThatNodesShowedADotAddUp() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await publish(console)
            let (one, other) = (console.server.badges, try await another(console))
            devices(0..<6, of: one, id)
            devices(4..<9, of: other, id)
            async let first: Void = one.writeReach()
            async let second: Void = other.writeReach()
            _ = try await (first, second)
            for badges in [one, other] { #expect(try await badges.badge(id, of: "demo").shown == 9) }
            devices(9..<12, of: one, id)
            try await one.writeReach()
            #expect(try await other.badge(id, of: "demo").shown == 12)
        }
    }

    @Test func aDotThatADeviceClearsOverTwoNodesIsClearedOnce() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await publish(console)
            let nodes = [console.server.badges, try await another(console)]
            let app = try console.server.apps.app("demo")
            let cleared = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<40 {
                    let traits = RolloutDevice(platform: .ios, device: "device-\(number / 4)", user: "user-\(number / 8)")
                    let asker = BadgeAsker(app: app.id, device: traits.device, user: traits.user, traits: traits, at: console.clock.now)
                    group.addTask { try await nodes[number % 2].acknowledge(["#A"], by: asker) }
                }
                return try await group.reduce(0, +)
            }
            #expect(cleared == 5)
            #expect(try await nodes[0].badge(id, of: "demo").acknowledged == cleared)
        }
    }

    @Test func callsThatNodesCountedAddUp() async throws {
        let room = try await GatewayRoom()
        let nodes = [room.statistics, GatewayStatistics(database: room.database, clock: room.statistics.clock)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes {
                group.addTask {
                    for _ in 0..<10 {
                        for operation in ["a", "b", "c"].shuffled() { node.tally.add(.made(operation: operation)) }
                        node.tally.add(.made(operation: "a", status: .tooFast))
                        try await node.flush()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await room.count("SELECT sum(calls) FROM gateway_minute") == 80)
        #expect(try await room.count("SELECT sum(calls) FROM gateway_quarter WHERE operation = 'a'") == 40)
        #expect(try await room.count("SELECT count(*) FROM gateway_failure") == 20)
    }

    @Test func aBatchWhoseAnswerWasLostCountsOnce() async throws {
        let room = try await GatewayRoom()
        room.add(.made(), .made(status: .tooFast))
        let batch = try #require(room.statistics.tally.take())
        try await room.database.write(.readCommitted) { try $0.add(batch, at: GatewayRoom.now) }
        room.statistics.tally.keep(batch)
        room.add(.made())
        try await room.statistics.flush()
        try await room.statistics.flush()
        #expect(try await room.count("SELECT sum(calls) FROM gateway_minute") == 3)
        #expect(try await room.count("SELECT count(*) FROM gateway_failure") == 1)
        #expect(try await room.count("SELECT count(*) FROM gateway_batch") == 1)
    }

    @Test func nothingIsCountedOfAnAppThatIsErasedMeanwhile() async throws {
        let room = try await GatewayRoom()
        let other = GatewayStatistics(database: room.database, clock: room.statistics.clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in [room.statistics, other] {
                group.addTask {
                    for _ in 0..<20 {
                        node.tally.add(.made(operation: "a"))
                        try await node.flush()
                    }
                }
            }
            group.addTask {
                try await room.archive("demo")
                try await room.statistics.erase("demo")
            }
            try await group.waitForAll()
        }
        #expect(try await room.count("SELECT count(*) FROM gateway_minute") == 0)
    }

    @Test func ofTheSameRequestToManyNodesOneActs() async throws {
        let fixture = try await AccountsFixture()
        let stores = (0..<8).map { _ in ReplayStore(database: fixture.database, key: [UInt8](repeating: 7, count: 32), clock: fixture.clock.clock) }
        let use = Replays.Use(viewer: "token", path: "/api/v1/apps", key: "one")
        let fresh = try await withThrowingTaskGroup(of: Bool.self) { group in
            for store in stores {
                group.addTask { if case .fresh = try await store.begin(use, Array("{}".utf8)) { true } else { false } }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(fresh == 1)
    }

    @Test func aSignatureIsTakenByOneNode() async throws {
        let fixture = try await AccountsFixture()
        let nodes = (0..<8).map { _ in GatewayReplays(database: fixture.database, clock: fixture.clock.clock) }
        let proof = GatewayProof(time: "1795228800000", signature: GatewaySignature(form: .md5, hex: "00"))
        let taken = await withTaskGroup(of: Bool.self) { group in
            for node in nodes {
                group.addTask {
                    do {
                        try await node.take(proof, of: "DEMO_IOS", at: fixture.clock.now)
                        return true
                    } catch {
                        return (error as? GatewayRefusal)?.status != .accessDenied
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
    }

    @Test func signaturesThatComeTogetherAreTakenOnceEach() async throws {
        let fixture = try await AccountsFixture()
        let replays = GatewayReplays(database: fixture.database, clock: fixture.clock.clock)
        let taken = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let proof = GatewayProof(time: "1795228800000", signature: GatewaySignature(form: .md5, hex: "\(number % 100)"))
                    return (try? await replays.take(proof, of: "DEMO_IOS", at: fixture.clock.now)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 100)
    }

    @Test func triesAtAPasswordAreCountedTogether() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        let nodes = [fixture.sessions, Sessions(accounts: fixture.restartedAccounts())]
        var limited = 0
        for number in 0..<12 {
            let origin = SessionOrigin(address: "192.0.2.\(number)")
            let refused = await problem { try await nodes[number % 2].logIn(email: "ann@example.com", password: "wrong", from: origin) }
            if refused?.kind == .limited { limited += 1 }
        }
        #expect(limited == 2)
    }

    @Test func ratesAreDividedAmongNodes() {
        let two = GatewayLimits { 2 }
        #expect((0..<20).count { _ in two.take(.app("demo"), rate: 10, at: 0) } == 5)
        #expect((0..<20).count { _ in two.take(.app("demo"), rate: 10, at: 1) } == 5)
        #expect((0..<20).count { _ in two.take(.device("d", app: "demo"), rate: 10, at: 0) } == 10)
        #expect((0..<20).count { _ in two.take(.device("d", app: "demo"), rate: 10, at: 1) } == 5)
        let many = GatewayLimits { 50 }
        #expect(many.take(.operation("o", app: "demo"), rate: 10, at: 0))
        #expect(!many.take(.operation("o", app: "demo"), rate: 10, at: 1))
        #expect(many.take(.operation("o", app: "demo"), rate: 10, at: 5.1))
    }
}
