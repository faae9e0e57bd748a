import HTTPTypes
import Testing

@testable import Web

struct FallbackTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    @Test func anUnknownPlaceIs404OnBothFaces() async throws {
        let page = try await site.ask(.get, "/nothing/here", .admin)
        #expect(page.status == .notFound)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.headers[.allow] == nil)
        let json = try await site.ask(.get, "/api/v1/nothing/here", .token)
        #expect(json.status == .notFound)
        #expect(json.headers[.contentType] == "application/problem+json")
    }

    @Test func aWrongMethodIsToldTheRightOnes() async throws {
        let json = try await site.ask(.put, "/api/v1/items", .token)
        #expect(json.status == .methodNotAllowed)
        #expect(json.headers[.allow] == "GET, HEAD, POST")
        #expect(try json.object()["type"] as? String == "/problems/methodNotAllowed")
        #expect(try await site.ask(.patch, "/api/v1/items/a", .token).headers[.allow] == "DELETE, GET, HEAD")
        let page = try await site.ask(.delete, "/items/a", .admin)
        #expect(page.status == .methodNotAllowed)
        #expect(page.headers[.allow] == "GET, HEAD")
        #expect(page.text.hasPrefix("<h1>405"))
    }

    @Test func aPageOnlyRouteIsNotOnTheAPI() async throws {
        #expect(try await site.ask(.post, "/api/v1/items/a/mark", .token).status == .notFound)
        #expect(try await site.ask(.post, "/secret", .admin).status == .notFound)
    }

    @Test func devicesAreToldInJSON() async throws {
        let unknown = try await site.ask(.get, "/device/nothing")
        #expect(unknown.status == .notFound)
        #expect(unknown.headers[.contentType] == "application/problem+json")
        let wrong = try await site.ask(.get, "/device/upload")
        #expect(wrong.status == .methodNotAllowed)
        #expect(wrong.headers[.allow] == "POST")
        #expect(wrong.headers[.contentType] == "application/problem+json")
    }
}
