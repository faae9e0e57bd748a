import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct TokenRouteTests {
    private struct Issued: Decodable {
        let id: String
        let token: String
        let scopes: [String]
    }

    @Test func aTokenIsShownOnceAndWorksUntilRevoked() async throws {
        try await TestConsole.run { console in
            let answer = try await console.api(.post, "/tokens", #"{"name":"ci","scope":"read"}"#)
            #expect(answer.status == .created)
            let issued = try answer.json(Issued.self)
            #expect(answer.headers[.location] == "/api/v1/tokens/\(issued.id)")
            #expect(issued.scopes == ["read"])
            #expect(try await console.api(.get, "/apps", token: issued.token).status == .ok)
            #expect(try await console.api(.post, "/apps", "{}", token: issued.token).status == .forbidden)
            #expect(try await !console.api(.get, "/tokens").text.contains(issued.token))
            #expect(try await console.api(.delete, "/tokens/\(issued.id)").status == .noContent)
            #expect(try await console.api(.get, "/apps", token: issued.token).status == .unauthorized)
            #expect(try await console.api(.delete, "/tokens/\(issued.id)").status == .conflict)
        }
    }

    @Test func thePageMakesAndRevokes() async throws {
        try await TestConsole.run { console in
            #expect(try await console.page("/tokens/new").status == .ok)
            let made = try await console.submit("/tokens", [("name", "<b>ci</b>"), ("scopes", "read"), ("scopes", "write"), ("expiresInDays", "7")])
            #expect(made.status == .ok)
            #expect(made.text.firstMatch(of: #/mst_[0-9A-Za-z]{33}/#) != nil)
            let list = try await console.page("/tokens").text
            #expect(list.contains("&lt;b&gt;ci&lt;/b&gt;"))
            #expect(list.firstMatch(of: #/mst_[0-9A-Za-z]{33}/#) == nil)
            let id = try #require(try await console.api(.get, "/tokens").json(List<Token>.self).items.first { $0.name == "<b>ci</b>" }).id
            #expect(list.contains("/tokens/\(id)/revocation"))
            let review = try await console.page("/tokens/\(id)/revocation")
            #expect(review.text.contains("&lt;b&gt;ci&lt;/b&gt;") && review.text.contains("立即失效，不能恢复"))
            #expect(try await console.submit("/tokens/\(id)/revocation", []).headers[.location] == "/tokens")
            let again = try await console.submit("/tokens/\(id)/revocation", [])
            #expect(again.status == .conflict && again.text.contains("令牌已经吊销"))
            #expect(try await console.page("/tokens/none/revocation").status == .notFound)
            #expect(try await console.page("/tokens").text.contains("已吊销"))
        }
    }

    @Test func aRejectedTokenComesBackFilled() async throws {
        try await TestConsole.run { console in
            let page = try await console.submit("/tokens", [("name", "ci"), ("expiresInDays", "9999")])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(#"value="9999""#))
            #expect(page.text.contains(#"id="error-expiresInDays""#))
            #expect(page.text.contains(##"href="#field-scopes""##))
        }
    }

    @Test func aRepeatedRequestMakesOneToken() async throws {
        try await TestConsole.run { console in
            let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "one"]
            let first = try await console.api(.post, "/tokens", #"{"name":"ci","scope":"read"}"#, headers: key)
            let again = try await console.api(.post, "/tokens", #"{"name":"ci","scope":"read"}"#, headers: key)
            #expect(first.status == .created && again.status == .created)
            #expect(first.text == again.text)
            #expect(first.headers[.location] == again.headers[.location])
            let other = try await console.api(.post, "/tokens", #"{"name":"other","scope":"read"}"#, headers: key)
            #expect(other.status == .unprocessableContent)
            #expect(try await console.api(.get, "/tokens").json(List<Token>.self).total == 2)
        }
    }
}
