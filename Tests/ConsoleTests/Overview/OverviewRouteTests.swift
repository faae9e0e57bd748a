import Foundation
import TestSupport
import Testing

@testable import Console

struct OverviewRouteTests {
    private let now = 1_795_228_800

    @Test func anAppWithoutLogsSaysHowToBegin() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            #expect(try await console.page("/apps/demo").text.contains("console logs upload app.log --product-id \(product)"))
            #expect(try await console.api(.get, "/apps/demo").text.contains(#""logProductId":"\#(product)""#))
        }
    }

    @Test func aBadVersionIsAnnounced() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let database = console.server.database
            try await database.count(now - 600, crashes: 5, actives: 1_000, version: "1.0")
            try await database.count(now - 600, crashes: 50, actives: 1_000, version: "1.1")
            try await database.audience(20_778, devices: 1_900, new: 3, users: 1_500)
            try await database.audience(20_778, devices: 1_000, version: "1.1")
            for language in ["zh-CN", "en"] {
                let text = try await console.page("/apps/demo", language: language).text
                #expect(text.contains(#"<li class="bad"><a href="/apps/demo/crash-trend?range=24h">"#))
                #expect(text.contains("5.00%"))
                #expect(text.contains("1,900"))
                #expect(!text.contains("overview.") && !text.contains("statistics."))
                #expect(!text.contains("其余") && !text.contains(" more</summary>"), "all signs are shown")
                #expect(!text.contains(#"<span class="tag warn">0</span>"#), "nothing waits")
            }
        }
    }

    @Test func homeShowsEveryApp() async throws {
        try await TestConsole.run { console in
            #expect(try await console.page("/").text.contains("/apps/new"))
            try await console.makeApp()
            try await console.makeApp("Other")
            try await console.server.database.count(now - 600, crashes: 1, actives: 10)
            let text = try await console.page("/").text
            #expect(text.contains(#"<a href="/apps/demo">"#) && text.contains(#"<a href="/apps/other">"#))
            #expect(text.contains("10.00%"))
        }
    }
}
