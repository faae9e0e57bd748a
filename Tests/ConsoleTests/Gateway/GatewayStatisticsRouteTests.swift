import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Console

/// The gateway's figures on both faces, on a console whose clock stands at 2026-11-21 10:40 in Shanghai.
struct GatewayStatisticsRouteTests {
    private struct Ranking: Decodable {
        struct Item: Decodable {
            let operation: String
            let calls: Int
            let errors: Int
            let gatewayMicroseconds: Figures
            let upstreamMilliseconds: Figures
        }

        struct Figures: Decodable {
            let count: Int
            let p50: Int?
        }

        struct Step: Decodable {
            let time: String
            let calls: Int
        }

        struct Code: Decodable {
            let status: Int
            let calls: Int
        }

        let items: [Item]
        let steps: [Step]
        let codes: [Code]
    }

    private struct Listed<Item: Decodable>: Decodable {
        let items: [Item]
        let next: String?
        let total: Int
    }

    private struct Failure: Decodable {
        let status: Int
        let reason: String
        let device: String
    }

    private func fill(_ console: TestConsole) async throws {
        try await console.makeApp()
        let tally = console.server.gatewayStatistics.tally
        for _ in 0..<1_234 { tally.add(.made(gateway: 200)) }
        tally.add(.made(version: "2.0", status: .upstreamTimeout, reason: "no answer in <5 s>", upstream: 5_000_000))
        tally.add(.made(device: "d9", operation: "unknown", status: .noOperation, reason: "no operation x"))
        try await console.server.gatewayStatistics.flush()
    }

    @Test func theRankingIsTheSameOnBothFaces() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let body = try await console.api(.get, "/apps/demo/stats/gateway").json(Ranking.self)
            #expect(body.items.map(\.operation) == ["com.example.order.list", "unknown"])
            #expect(body.items.first?.calls == 1_235 && body.items.first?.errors == 1)
            #expect(body.items.first?.upstreamMilliseconds.count == 1)
            #expect(body.steps.count == 1_440 && body.steps.last?.time == "2026-11-21T10:40:00+08:00")
            #expect(body.codes.map(\.status) == [3_000, 4_001])
            let page = try await console.page("/apps/demo/gateway").text
            #expect(page.contains(#"<td class="num">1,235</td>"#))
            #expect(page.contains("1,236") && page.contains("0.16%"))
            #expect(page.contains("上游超时") && page.contains("未知接口"))
            #expect(page.contains(#"href="/apps/demo/gateway/failures?status=3000""#))
            #expect(page.contains("/apps/demo/gateway/operations/com.example.order.list"))
        }
    }

    @Test func theOrderIsChosen() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let body = try await console.api(.get, "/apps/demo/stats/gateway?sort=errors&range=1h").json(Ranking.self)
            #expect(body.steps.count == 60)
            #expect(
                try await console.page("/apps/demo/gateway?sort=errors").text.contains(
                    #"aria-sort="descending"><a href="/apps/demo/gateway?sort=errors">错误"#
                )
            )
            #expect(try await console.api(.get, "/apps/demo/stats/gateway?sort=name").status == .unprocessableContent)
        }
    }

    @Test func everyPageSpeaksBothLanguages() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            for path in [
                "", "/operations/com.example.order.list", "/operations/unknown", "/failures", "/failures?status=4001", "/old-secrets", "/upstreams",
                "/new-upstream", "/settings",
            ] {
                for language in ["zh-CN", "en"] {
                    let answer = try await console.page("/apps/demo/gateway\(path)", language: language)
                    #expect(answer.status == .ok, "\(path)")
                    let said = answer.text.replacing(#/gateway\.(csv|json)/#, with: "")
                    #expect(!said.contains("gateway."), "\(path) \(language) has a key without a text")
                }
            }
        }
    }

    @Test func everyStatusHasALabelAndAdvice() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for status in GatewayStatus.allCases where status != .ok {
                console.server.gatewayStatistics.tally.add(.made(status: status, reason: "r"))
            }
            try await console.server.gatewayStatistics.flush()
            for language in ["zh-CN", "en"] {
                let text = try await console.page("/apps/demo/gateway", language: language).text
                let cells = text.matches(
                    of: #/<span class="mono">([0-9]{4})</span> ([^<]+)<\/a>.*?<td class="wide small">([^<]+)<\/td>/#.dotMatchesNewlines()
                )
                #expect(Set(cells.map { String($0.1) }).count == GatewayStatus.allCases.count - 1)
                for cell in cells { #expect(cell.1 != cell.2 && cell.1 != cell.3) }
            }
        }
    }

    @Test func anOperationHasItsPage() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let text = try await console.api(.get, "/apps/demo/stats/gateway/com.example.order.list?version=2.0&range=1h").text
            #expect(text.contains(#""calls":1"#) && text.contains(#""version":"2.0""#) && !text.contains(#""version":"1.0""#))
            let page = try await console.page("/apps/demo/gateway/operations/com.example.order.list").text
            #expect(page.contains("1,235") && page.contains(#"<figure class="chart" id="upstream-time""#))
            #expect(page.contains(#"/apps/demo/gateway/failures?operation=com.example.order.list"#))
            #expect(try await !console.page("/apps/demo/gateway/operations/unknown").text.contains(#"id="upstream-time""#))
            #expect(try await console.page("/apps/demo/gateway/operations/never.called").status == .ok)
            #expect(!page.contains("/apps/demo/gateway/upstreams/"))
            _ = try await console.api(.put, "/apps/demo/gateway/upstreams/com.example.order.list", #"{"url":"https://a.example/"}"#)
            let settings = #"href="/apps/demo/gateway/upstreams/com.example.order.list""#
            #expect(try await console.page("/apps/demo/gateway/operations/com.example.order.list").text.contains(settings))
        }
    }

    @Test(arguments: ["%3Cscript%3E", "a%2Fb", "a%20b", "%00", "%FF"])
    func noOperationIsCalledSo(name: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.api(.get, "/apps/demo/stats/gateway/\(name)").status == .notFound)
            #expect(try await console.page("/apps/demo/gateway/operations/\(name)").status == .notFound)
        }
    }

    @Test func aRangeThatCannotBeIsNamed() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for query in ["from=abc", "from=-60d"] {
                #expect(try await console.api(.get, "/apps/demo/stats/gateway?\(query)").text.contains(#""pointer":"/from""#), "\(query)")
                let page = try await console.page("/apps/demo/gateway?\(query)")
                #expect(page.status == .unprocessableContent && page.text.contains(#"id="error-from""#), "\(query)")
            }
        }
    }

    @Test func failuresAreListedAndFiltered() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let path = "/apps/demo/gateway/failures"
            let all = try await console.api(.get, path).json(Listed<Failure>.self)
            #expect(all.total == 2 && all.next == nil)
            let some = try await console.api(.get, "\(path)?status=3000&device=d9&operation=unknown").json(Listed<Failure>.self)
            #expect(some.items.map(\.reason) == ["no operation x"])
            let page = try await console.page("\(path)?status=4001").text
            #expect(page.contains("no answer in &lt;5 s&gt;") && page.contains("提高接口的超时") && !page.contains("no operation x"))
            #expect(try await console.api(.get, "\(path)?status=1").status == .unprocessableContent)
            let rejected = try await console.page("\(path)?status=1")
            #expect(rejected.status == .unprocessableContent && rejected.text.contains(#"id="error-status""#))
            #expect(try await console.page("\(path)?device=nobody").text.contains("没有符合条件的失败"))
            #expect(try await console.api(.get, path, token: "").status == .unauthorized)
        }
    }

    @Test func anOldSecretIsShownWhereItMatters() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            console.server.gatewayStatistics.tally.add(.made(version: "1.0.<b>", oldSecret: true))
            try await console.server.gatewayStatistics.flush()
            #expect(try await !console.page("/apps/demo/platforms/ios").text.contains("1.0.&lt;b&gt;"))
            let rotated = try await console.api(.post, "/apps/demo/platforms/ios/secret-rotation", #"{"overlapHours":24}"#)
            #expect(rotated.status == .ok)
            let page = try await console.page("/apps/demo/platforms/ios").text
            #expect(page.contains(#"id="old-secret""#) && page.contains("1.0.&lt;b&gt;") && page.contains("2026-11-21"))
            let list = try await console.api(.get, "/apps/demo/gateway/old-secrets").text
            #expect(list == #"{"items":[{"calls":1,"lastDay":"2026-11-21","platform":"ios","version":"1.0.<b>"}],"next":null,"total":1}"#)
            #expect(try await console.page("/apps/demo/gateway/old-secrets").text.contains("1.0.&lt;b&gt;"))
            console.clock.advance(by: 25 * 3_600)
            #expect(try await !console.page("/apps/demo/platforms/ios").text.contains(#"id="old-secret""#))
        }
    }

    @Test func theOverviewRanksTheCallsOfToday() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let tally = console.server.gatewayStatistics.tally
            tally.add(.made(operation: "yesterday.only", at: console.clock.now.addingTimeInterval(-86_400)))
            for number in 0..<6 { for _ in 0...number { tally.add(.made(operation: "op.\(number)")) } }
            try await console.server.gatewayStatistics.flush()
            let text = try await console.page("/apps/demo").text
            let card = try #require(text.firstMatch(of: #/<section class="card" id="gateway">.*?<\/section>/#.dotMatchesNewlines())).output
            #expect(card.contains("网关-RPC排行") && card.contains("1,235") && card.contains("op.2") && !card.contains("op.1"))
            #expect(!card.contains("yesterday.only"))
        }
    }

    @Test func aCallThroughTheDoorIsInTheRanking() async throws {
        try await TestConsole.run { console in
            let device = try await GatewayCaller(console)
            _ = try await console.api(.put, "/apps/demo/gateway/upstreams/app.mocked", #"{"url":"https://a.example/","mock":"{\"a\":1}"}"#)
            #expect(try await device.call("app.mocked").text == #"{"a":1}"#)
            #expect(try await device.call("app.nothing").result == .noOperation)
            _ = try await console.api(.post, "/apps/demo/gateway/upstreams/app.mocked/pause")
            #expect(try await device.call("app.mocked").result == .noOperation)
            try await console.server.gatewayStatistics.flush()
            let body = try await console.api(.get, "/apps/demo/stats/gateway?range=1h").json(Ranking.self)
            #expect(body.items.map(\.operation) == ["unknown", "app.mocked"])
            #expect(body.items.map(\.calls) == [2, 1])
            let failures = try await console.api(.get, "/apps/demo/gateway/failures").json(Listed<Failure>.self)
            #expect(failures.items.map(\.status) == [3_000, 3_000])
        }
    }
}
