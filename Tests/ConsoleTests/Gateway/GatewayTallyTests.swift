import Foundation
import Testing

@testable import Console

struct GatewayTallyTests {
    private let now = GatewayRoom.now

    @Test func callsOfAKindAreOneSum() throws {
        let tally = GatewayTally()
        tally.add(.made(gateway: 300, request: 10, response: 20))
        tally.add(.made(gateway: 500, upstream: 40_000, request: 1, response: 2))
        let sums = try #require(tally.take()).sums
        let cell = GatewayCell(app: "demo", operation: "com.example.order.list", platform: .ios, version: "1.0")
        let minute = GatewayCellSums.Minute(minute: 29_920_480, status: 1_000)
        let sum = try #require(sums.cells[cell]?.minutes[minute])
        #expect(sum.calls == 2 && sum.gatewayMicroseconds == 800 && sum.upstreamMicroseconds == 40_000)
        #expect(sum.requestBytes == 11 && sum.responseBytes == 22)
        #expect(sums.cells[cell]?.durations[.init(quarter: 1_994_698, part: .gateway)]?.total == 2)
        #expect(sums.cells[cell]?.durations[.init(quarter: 1_994_698, part: .upstream)]?.quantile(0.5) == 40)
        #expect(tally.take()?.id == nil)
    }

    @Test func minutesStatusesAndPlatformsAreApart() throws {
        let tally = GatewayTally()
        tally.add(.made())
        tally.add(.made(at: now.addingTimeInterval(60)))
        tally.add(.made(status: .upstreamTimeout, reason: "no answer"))
        tally.add(.made(platform: .android))
        let sums = try #require(tally.take()).sums
        #expect(sums.cells.count == 2)
        #expect(sums.cells.values.reduce(0) { $0 + $1.minutes.count } == 4)
        #expect(sums.failures["demo"]?.all.map(\.reason) == ["no answer"])
    }

    @Test func nothingIsLostBetweenThreads() async {
        let tally = GatewayTally()
        let taken = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for call in 0..<2_000 { tally.add(.made(version: "\(worker).\(call % 10)", oldSecret: call % 2 == 0)) }
                    return worker == 0 ? Self.calls(tally.take()?.sums) : 0
                }
            }
            return await group.reduce(0, +)
        }
        #expect(taken + Self.calls(tally.take()?.sums) == 16_000)
    }

    private static func calls(_ sums: GatewaySums?) -> Int {
        (sums?.cells ?? [:]).values.reduce(0) { $0 + $1.minutes.values.reduce(0) { $0 + $1.calls } }
    }

    @Test func madeUpVersionsAreCountedAsUnknown() throws {
        let tally = GatewayTally()
        for number in 0..<5_000 { tally.add(.made(version: "x\(number)", status: .signatureMismatch)) }
        for number in 0..<5_000 { tally.add(.made(version: "y\(number)")) }
        let sums = try #require(tally.take()).sums
        #expect(Set(sums.cells.keys.map(\.version)).count == GatewayVersions.limit + 1)
        #expect(sums.cells.keys.filter { $0.version.hasPrefix("x") }.count == GatewayVersions.unprovedLimit)
        #expect(Self.calls(sums) == 10_000)
    }

    @Test func aNewDayHasRoomForVersionsAgain() {
        var versions = GatewayVersions()
        for number in 0..<GatewayVersions.limit { _ = versions.counted(.made(version: "\(number)")) }
        #expect(versions.counted(.made(version: "new")) == "")
        #expect(versions.counted(.made(version: "7")) == "7")
        #expect(versions.counted(.made(version: "new", at: now.addingTimeInterval(86_400))) == "new")
    }

    @Test(arguments: ["", "a b", "a\u{7}", String(repeating: "9", count: 65)])
    func whatIsNoVersionIsUnknown(version: String) {
        var versions = GatewayVersions()
        #expect(versions.counted(.made(version: version)) == "")
    }

    @Test func itsSizeHasAnEnd() {
        var sums = GatewaySums()
        for number in 0..<50_000 { sums.add(.made(app: "app\(number % 200)", operation: "op\(number / 200)", status: .ok), version: "1.0") }
        #expect(sums.keys <= 2 * GatewaySums.limit + 1)
        #expect(Self.calls(sums) + sums.uncounted == 50_000)
        #expect(sums.uncounted > 0)
        #expect(sums.cells.keys.contains { $0.version.isEmpty })
        sums.add(.made(app: "app0", operation: "op0"), version: "1.0")
        #expect(Self.calls(sums) + sums.uncounted == 50_001)
    }

    @Test func whatCouldNotBeWrittenComesFirstAndAsItWas() throws {
        let tally = GatewayTally()
        tally.add(.made())
        let batch = try #require(tally.take())
        tally.add(.made())
        tally.keep(batch)
        let again = try #require(tally.take())
        #expect(again.id == batch.id)
        #expect(Self.calls(again.sums) == 1)
        tally.finish(again)
        let next = try #require(tally.take())
        #expect(next.id != batch.id)
        #expect(next.written == [batch.id])
        #expect(tally.take()?.id == nil)
    }

    @Test func onlyTheLatestFailuresAreKept() {
        var latest = GatewayLatestFailures()
        for number in 0..<2_500 { latest.add(.made(status: .badFormat, reason: "\(number)")) }
        #expect(latest.all.map(\.reason) == (1_500..<2_500).map(String.init))
    }

    @Test func aDevicesWordsAreCut() {
        var latest = GatewayLatestFailures()
        latest.add(
            .made(
                version: String(repeating: "v", count: 9_000),
                device: String(repeating: "d", count: 9_000),
                reason: String(repeating: "r", count: 9_000)
            )
        )
        #expect(latest.all.first?.version.count == 64)
        #expect(latest.all.first?.device.count == 64)
        #expect(latest.all.first?.reason.count == 500)
    }
}
