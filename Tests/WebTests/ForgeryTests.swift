import HTTPTypes
import Testing

@testable import Web

struct ForgeryTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    private func submit(_ body: String, _ headers: HTTPFields = .admin) async throws -> Int {
        try await site.ask(.post, "/items", headers.adding(.contentType, "application/x-www-form-urlencoded"), body: body).status.code
    }

    @Test(arguments: ["name=a", "name=a&csrf=", "name=a&csrf=other", "name=a&csrf=token-of-sessio", "name=a&csrf=token-of-session&csrf=x"])
    func aFormWithoutTheSessionsTokenIsRefused(body: String) async throws {
        #expect(try await submit(body) == 403)
    }

    @Test func theTokenMayComeInAHeader() async throws {
        #expect(try await submit("name=a", .admin.adding(.csrfToken, "token-of-session")) == 303)
        #expect(try await submit("name=a", .admin.adding(.csrfToken, "other")) == 403)
    }

    @Test(arguments: [
        ("http://localhost", 303), ("https://localhost", 303), ("http://localhost:81", 403), ("https://evil.example", 403), ("null", 403),
    ])
    func theOriginHasToBeOurs(origin: String, status: Int) async throws {
        #expect(try await submit("name=a&csrf=token-of-session", .admin.adding(.origin, origin)) == status)
    }

    @Test func thePublicAddressIsOursToo() async throws {
        let site = try SampleSite(publicURL: "https://console.example")
        let headers = HTTPFields.admin.adding(.origin, "https://console.example")
        #expect(try await site.submit("/items", "name=a", headers).status == .seeOther)
    }

    /// A page of another site can send JSON as `text/plain` with the browser's cookies.
    @Test func aSessionOnTheAPINeedsTheTokenToo() async throws {
        let body = #"{"name":"a"}"#
        #expect(try await site.ask(.post, "/api/v1/items", .admin, body: body).status == .forbidden)
        #expect(try await site.ask(.post, "/api/v1/items", .admin.adding(.csrfToken, "token-of-session"), body: body).status == .created)
        #expect(try await site.ask(.delete, "/api/v1/items/a", .admin).status == .forbidden)
        #expect(try await site.ask(.post, "/api/v1/items", .token, body: body).status == .created)
    }
}
