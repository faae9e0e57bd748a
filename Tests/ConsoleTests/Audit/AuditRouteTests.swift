import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct AuditRouteTests {
    @Test func theLogIsOnBothFacesAndAsCSV() async throws {
        try await TestConsole.run { console in
            console.clock.advance(by: 1)
            try await console.makeApp("Demo")
            let list = try await console.api(.get, "/audit?limit=1").json(List<AuditRecord>.self)
            #expect(list.items.map(\.action) == ["app.create"])
            #expect(list.items.first?.app == "demo")
            let next = try #require(list.next.value)
            #expect(try await console.api(.get, "/audit?limit=100&cursor=\(next)").json(List<AuditRecord>.self).items.count == list.total - 1)

            let page = try await console.page("/audit")
            #expect(page.text.contains("添加应用"))
            #expect(try await console.page("/audit?action=app.create", language: "en").text.contains("Add app"))
            #expect(try await console.page("/audit?who=nobody").text.contains("没有符合条件的记录"))

            let table = try await console.page("/audit.csv?action=app.create")
            #expect(table.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(table.text.split(whereSeparator: \.isNewline).count == 2)
        }
    }

    @Test func aTimeThatIsNoneIsRefused() async throws {
        try await TestConsole.run { console in
            let refused = try await console.api(.get, "/audit?from=yesterday")
            #expect(refused.status == .unprocessableContent)
            #expect(try await console.page("/audit?from=2026-11-21&to=2026-11-21").status == .ok)
        }
    }

    @Test func onlyAdministratorsReadIt() async throws {
        try await TestConsole.run { console in
            let made = try await console.api(.post, "/tokens", #"{"name":"ci","scopes":["read","write","release","secrets"]}"#)
            struct Issued: Decodable { let token: String }
            let token = try made.json(Issued.self).token
            #expect(try await console.api(.get, "/audit", token: token).status == .forbidden)
            #expect(try await console.api(.get, "/audit", token: "").status == .unauthorized)
        }
    }
}
