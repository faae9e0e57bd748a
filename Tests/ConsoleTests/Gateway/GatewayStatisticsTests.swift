import Foundation
import Storage
import Testing
import Web

@testable import Console

struct GatewayStatisticsTests {
    private let now = GatewayRoom.now

    @Test func figuresAreExact() async throws {
        let room = try await GatewayRoom()
        for number in 1...100 { room.add(.made(gateway: number * 10, upstream: number * 1_000)) }
        room.add(.made(version: "2.0", status: .upstreamTimeout, upstream: 5_000_000))
        room.add(.made(operation: "unknown", status: .noOperation, request: 7, response: 0))
        try await room.statistics.flush()

        let body = try await room.statistics.ranking(GatewayRoom.filter, try GatewayRoom.range(), by: .calls)
        #expect(body.items.map(\.operation) == ["com.example.order.list", "unknown"])
        let first = try #require(body.items.first)
        #expect(first.calls == 101 && first.errors == 1)
        #expect(first.totalMicroseconds == 50_500 + 300 + 5_050_000 + 5_000_000)
        #expect(first.requestBytes == 10_100 && first.responseBytes == 20_200)
        #expect(abs((first.gatewayMicroseconds.p50.value ?? 0) - 510) <= 17)
        #expect(first.upstreamMilliseconds.count == 101)
        #expect(abs((first.upstreamMilliseconds.p90.value ?? 0) - 91) <= 3)
        #expect(body.totals.calls == 102 && body.totals.errors == 2 && body.totals.operations == 2)
        #expect(body.codes.map(\.status) == [3_000, 4_001])
        #expect(body.codes.first?.share.value == 1.0 / 102)
        #expect(body.steps.count == 60)
        #expect(body.steps.last?.calls == 102)
        #expect(body.steps.last?.time == now)
    }

    @Test(arguments: [(GatewayOrder.calls, "often"), (.time, "slow"), (.traffic, "big"), (.errors, "broken")])
    func aRankingGoesBy(order: GatewayOrder, first: String) async throws {
        let room = try await GatewayRoom()
        for _ in 0..<9 { room.add(.made(operation: "often")) }
        room.add(.made(operation: "slow", upstream: 9_000_000), .made(operation: "big", response: 1_000_000))
        room.add(.made(operation: "broken", status: .upstreamFailed))
        try await room.statistics.flush()
        let body = try await room.statistics.ranking(GatewayRoom.filter, try GatewayRoom.range(), by: order)
        #expect(body.items.first?.operation == first)
    }

    @Test func minutesAndQuartersSayTheSame() async throws {
        let room = try await GatewayRoom()
        for minute in 0..<120 { room.add(.made(at: now.addingTimeInterval(-Double(minute) * 60))) }
        try await room.statistics.flush()
        let minutes = try await room.statistics.ranking(GatewayRoom.filter, try GatewayRoom.range("-6h"), by: .calls)
        let hours = try await room.statistics.ranking(GatewayRoom.filter, try GatewayRoom.range("-6h", .hour), by: .calls)
        #expect(minutes.steps.reduce(0) { $0 + $1.calls } == 120)
        #expect(hours.steps.reduce(0) { $0 + $1.calls } == 120)
        #expect(hours.steps.count == 6)
        #expect(hours.items == minutes.items)
    }

    @Test func oneOperationHasItsOwnFigures() async throws {
        let room = try await GatewayRoom()
        room.add(.made(), .made(version: "2.0", status: .upstreamFailed, upstream: 80_000), .made(platform: .android, version: ""))
        room.add(.made(operation: "other"), .made(at: now.addingTimeInterval(-1_800), gateway: 900))
        try await room.statistics.flush()
        let body = try await room.statistics.operation("com.example.order.list", GatewayRoom.filter, try GatewayRoom.range())
        #expect(body.totals.calls == 4 && body.totals.errors == 1)
        #expect(body.items.count == 60 && body.items.last?.calls == 3 && body.items[29].calls == 1)
        #expect(body.durations.count == 5)
        #expect(body.durations.map(\.gatewayMicroseconds.count) == [0, 0, 1, 0, 3])
        #expect(body.durations.last?.upstreamMilliseconds.count == 1)
        #expect(body.versions.map(\.version) == ["1.0", "2.0", ""])
        #expect(body.versions.map(\.calls) == [2, 1, 1])
        #expect(body.versions.first?.gatewayMicroseconds.value == 600)
        let android = StatisticsFilter(app: "demo", platform: .android)
        #expect(try await room.statistics.operation("com.example.order.list", android, try GatewayRoom.range()).totals.calls == 1)
    }

    @Test func flushesAddUp() async throws {
        let room = try await GatewayRoom()
        for _ in 0..<3 {
            room.add(.made(status: .tooFast, oldSecret: true))
            try await room.statistics.flush()
        }
        #expect(try await room.count("SELECT calls FROM gateway_minute") == 3)
        #expect(try await room.count("SELECT calls FROM gateway_quarter") == 3)
        #expect(try await room.count("SELECT sum(calls) FROM gateway_duration") == 3)
        #expect(try await room.count("SELECT calls FROM gateway_old_secret") == 3)
        #expect(try await room.count("SELECT count(*) FROM gateway_failure") == 3)
    }

    @Test func whatCannotBeWrittenIsWrittenLater() async throws {
        let room = try await GatewayRoom()
        try await room.database.write { try $0.run("ALTER TABLE gateway_quarter RENAME TO away") }
        room.add(.made(status: .badFormat, reason: "first"))
        await #expect(throws: StorageError.self) { try await room.statistics.flush() }
        #expect(try await room.count("SELECT count(*) FROM gateway_minute") == 0)
        room.add(.made(status: .badFormat, reason: "second", at: now.addingTimeInterval(1)))
        try await room.database.write { try $0.run("ALTER TABLE away RENAME TO gateway_quarter") }
        try await room.statistics.flush()
        #expect(try await room.count("SELECT calls FROM gateway_minute") == 2)
        let failures = try await room.statistics.failures(of: "demo", GatewayFailureFilter(), try ListPlace(limit: nil, cursor: nil))
        #expect(failures.items.map(\.reason) == ["second", "first"])
    }

    @Test func anAppThatIsGoneLeavesNothing() async throws {
        let room = try await GatewayRoom()
        room.add(.made(status: .badFormat, oldSecret: true), .made(app: "nobody"))
        try await room.statistics.flush()
        try await room.archive("demo")
        room.add(.made())
        try await room.statistics.erase("demo")
        try await room.statistics.flush()
        for table in ["gateway_minute", "gateway_quarter", "gateway_duration", "gateway_failure", "gateway_old_secret"] {
            #expect(try await room.count(SQL(trusted: "SELECT count(*) FROM \(table)")) == 0, "\(table)")
        }
    }

    @Test func theListOfFailuresHasAnEnd() async throws {
        let room = try await GatewayRoom()
        for round in 0..<3 {
            for number in 0..<1_000 {
                room.add(.made(status: .badFormat, reason: "\(round * 1_000 + number)", at: now.addingTimeInterval(Double(round))))
            }
            try await room.statistics.flush()
        }
        let page = try await room.statistics.failures(of: "demo", GatewayFailureFilter(), try ListPlace(limit: 100, cursor: nil))
        #expect(page.total == 1_000)
        #expect(page.items.first?.reason == "2999" && page.items.last?.reason == "2900")
        var (reasons, next) = (page.items.map(\.reason), page.next.value)
        while let cursor = next {
            let more = try await room.statistics.failures(of: "demo", GatewayFailureFilter(), try ListPlace(limit: 100, cursor: cursor))
            reasons += more.items.map(\.reason)
            next = more.next.value
        }
        #expect(reasons == (2_000..<3_000).reversed().map(String.init))
        try await GatewayRetention(database: room.database, clock: Clock { now }).tick()
        #expect(try await room.count("SELECT count(*) FROM gateway_failure") == 1_000)
        #expect(try await room.count("SELECT min(CAST(reason AS INTEGER)) FROM gateway_failure") == 2_000)
    }

    @Test func failuresCanBeLookedFor() async throws {
        let room = try await GatewayRoom()
        room.add(.made(device: "d1", operation: "a", status: .badFormat), .made(device: "d2", operation: "a", status: .tooFast))
        room.add(.made(device: "d2", operation: "b", status: .tooFast), .made(operation: "c"))
        try await room.statistics.flush()
        func found(_ filter: GatewayFailureFilter) async throws -> Int {
            try await room.statistics.failures(of: "demo", filter, try ListPlace(limit: nil, cursor: nil)).total
        }
        #expect(try await found(.init()) == 3)
        #expect(try await found(.init(operation: "a")) == 2)
        #expect(try await found(.init(status: .tooFast)) == 2)
        #expect(try await found(.init(operation: "b", status: .tooFast, device: "d2")) == 1)
        #expect(try await found(.init(device: "d3")) == 0)
        #expect(try await room.statistics.failedOperations(of: "demo") == ["a", "b"])
    }

    @Test func oldSecretsAreNamedByVersion() async throws {
        let room = try await GatewayRoom()
        room.add(.made(version: "1.0", at: now.addingTimeInterval(-86_400), oldSecret: true), .made(version: "1.0", oldSecret: true))
        room.add(.made(version: "0.9", at: now.addingTimeInterval(-86_400), oldSecret: true), .made(version: "2.0"))
        room.add(.made(platform: .android, version: "1.0", oldSecret: true))
        try await room.statistics.flush()
        let uses = try await room.statistics.oldSecretUses(of: "demo", .ios)
        #expect(
            uses == [
                AppOldSecretUse(platform: .ios, version: "1.0", lastDay: "2026-11-21", calls: 2),
                AppOldSecretUse(platform: .ios, version: "0.9", lastDay: "2026-11-20", calls: 1),
            ]
        )
        #expect(try await room.statistics.oldSecretUses(of: "demo").count == 3)
    }

    @Test func retentionGoesByStepsAndKeepsNinetyDays() async throws {
        let room = try await GatewayRoom()
        let days = GatewayRetention.days
        for day in [0, days - 1, days + 1, days + 2] { room.add(.made(at: now.addingTimeInterval(-Double(day) * 86_400), oldSecret: true)) }
        try await room.statistics.flush()
        let today = now.milliseconds / 86_400_000
        try await room.database.write { try $0.deleteGatewayRows(of: "demo", before: today - days, count: 1) }
        #expect(try await room.count("SELECT count(*) FROM gateway_minute") == 3)
        try await GatewayRetention(database: room.database, clock: Clock { now }).tick()
        for table in ["gateway_minute", "gateway_quarter", "gateway_duration", "gateway_old_secret"] {
            #expect(try await room.count(SQL(trusted: "SELECT count(*) FROM \(table)")) == 2, "\(table)")
        }
    }
}
