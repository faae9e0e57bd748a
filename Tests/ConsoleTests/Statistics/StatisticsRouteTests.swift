import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Console

/// Both faces of every statistic, on a whole console whose clock stands at 2026-11-21 10:40 in Shanghai.
struct StatisticsRouteTests {
    private let pages = ["crashes", "crash-trend", "actives", "versions", "startup", "rpc"]
    private let now = 1_795_228_800

    private struct Crashes: Decodable {
        struct Item: Decodable {
            let time: String
            let crashes: Int
            let actives: Int
            let crashRate: Double?
        }

        struct Totals: Decodable {
            let crashes: Int
            let actives: Int
            let crashRate: Double?
            let devices: Int
            let users: Int
        }

        let items: [Item]
        let totals: Totals
    }

    private func fill(_ console: TestConsole) async throws {
        try await console.makeApp()
        let database = console.server.database
        try await database.crash(now - 60, device: "a", user: "u")
        try await database.count(now - 60, actives: 4)
        try await database.count(now - 120, actives: 6)
        try await database.audience(20_778, devices: 5, new: 1, users: 4)
        try await database.audience(20_778, devices: 5, version: "1.0")
        try await database.start(now - 900, milliseconds: 840)
        try await database.call("alipay.client.updateVersion", now - 900, calls: 3, milliseconds: 5)
    }

    @Test func theDayIsThereMinuteByMinute() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let body = try await console.api(.get, "/apps/demo/stats/crashes").json(Crashes.self)
            #expect(body.items.count == 1_440)
            #expect(body.items.last?.time == "2026-11-21T10:40:00+08:00")
            #expect(body.items[1_438].crashRate == 0.25)
            #expect(body.items[0].crashRate == nil)
            #expect(body.totals.crashes == 1 && body.totals.actives == 10)
            #expect(body.totals.devices == 1 && body.totals.users == 1)
            #expect(body.totals.crashRate == 0.1)
        }
    }

    @Test func nullStandsWhereNothingWasReported() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let text = try await console.api(.get, "/apps/demo/stats/crashes?range=1h").text
            #expect(text.contains(#""crashRate":null"#))
        }
    }

    @Test func timesAreWrittenInTheZoneAskedFor() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let path = "/apps/demo/stats/crashes?zone=America/New_York&step=day&from=-2d&to=now"
            let body = try await console.api(.get, path).json(Crashes.self)
            #expect(body.items.map(\.time) == ["2026-11-19T00:00:00-05:00", "2026-11-20T00:00:00-05:00"])
        }
    }

    @Test func aRangeThatCannotBeReadIsNamed() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let answer = try await console.api(.get, "/apps/demo/stats/crashes?from=abc")
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(#""pointer":"/from""#))
            let page = try await console.page("/apps/demo/crashes?from=abc")
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(#"value="abc""#))
            #expect(page.text.contains(#"aria-invalid="true""#))
        }
    }

    @Test func everyPageShowsItsFiguresInBothLanguages() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            for page in pages {
                for language in ["zh-CN", "en"] {
                    let answer = try await console.page("/apps/demo/\(page)", language: language)
                    #expect(answer.status == .ok, "\(page)")
                    #expect(answer.text.contains("<figure class=\"chart\"") || page == "rpc", "\(page)")
                    #expect(!answer.text.contains("statistics."), "\(page) \(language) has a key without a text")
                }
            }
        }
    }

    @Test func everyPageSaysHowToBegin() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            for page in pages {
                #expect(try await console.page("/apps/demo/\(page)").text.contains("console logs upload app.log --product-id \(product)"), "\(page)")
            }
        }
    }

    @Test func theTableShowsADashWithoutActiveReports() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let text = try await console.page("/apps/demo/crashes?range=1h").text
            #expect(text.contains(#"<td class="num">25.00%</td>"#))
            #expect(text.contains(#"<td class="num">-</td>"#))
            #expect(text.contains("/apps/demo/crash-reports?from=2026-11-21T10%3A39%3A00%2B08%3A00&amp;to=2026-11-21T10%3A40%3A00%2B08%3A00"))
            #expect(text.contains(#"data-live="/apps/demo/live""#))
            #expect(!(try await console.page("/apps/demo/crashes?refresh=off").text.contains("data-live=")))
        }
    }

    @Test func filtersCanBeTakenAway() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let text = try await console.page("/apps/demo/crashes?platform=ios&version=9.9&range=7d").text
            #expect(text.contains(#"<a class="chip" href="/apps/demo/crashes?version=9.9&amp;range=7d">"#))
            #expect(text.contains(#"<a class="chip" href="/apps/demo/crashes?platform=ios&amp;range=7d">"#))
            #expect(text.contains(#"<option value="9.9" selected>"#))
        }
    }

    @Test func aSpreadsheetHasTheMinutes() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let path = "/apps/demo/stats/crashes.csv?range=1h"
            for answer in [try await console.page(path), try await console.api(.get, path)] {
                let lines = answer.text.unicodeScalars.split(separator: "\n").map { String($0) }
                #expect(lines.count == 61)
                #expect(lines[59] == "2026-11-21T10:39:00+08:00,1,4,0.25\r")
            }
        }
    }

    @Test func otherStatisticsAnswerAsJSON() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            for name in ["crash-trend", "actives", "versions", "startup", "rpc?sort=traffic"] {
                let answer = try await console.api(.get, "/apps/demo/stats/\(name)")
                #expect(answer.status == .ok)
                #expect(answer.text.contains(#""items":["#))
            }
            for path in ["rpc?sort=name", "crash-trend?from=-31d&step=minute", "startup?from=-90d", "crashes?zone=Mars"] {
                #expect(try await console.api(.get, "/apps/demo/stats/\(path)").status == .unprocessableContent, "\(path)")
            }
            #expect(try await console.api(.get, "/apps/other/stats/crashes").status == .notFound)
        }
    }
}
