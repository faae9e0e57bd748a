import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

/// One handler, two faces.
struct FacesTests {
    private let site: SampleSite

    init() throws {
        site = try SampleSite()
    }

    @Test func theSameBodyIsAPageAndJSON() async throws {
        let page = try await site.ask(.get, "/items/ada", .admin)
        #expect(page.status == .ok)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.text == "<b>ada</b> - 2026-11-21 00:35:00 page only")
        let json = try await site.ask(.get, "/api/v1/items/ada", .token)
        #expect(json.headers[.contentType] == "application/json; charset=utf-8")
        #expect(json.headers[.cacheControl] == "no-store")
        #expect(json.text == #"{"made":"2026-11-21T00:35:00-05:00","name":"ada","price":null}"#)
    }

    @Test func namesInThePathAreDecodedOnce() async throws {
        #expect(try await site.ask(.get, "/api/v1/items/a%20b%2525", .token).object()["name"] as? String == "a b%25")
        #expect(try await site.ask(.get, "/items/%3Cb%3E", .admin).text.hasPrefix("<b>&lt;b&gt;</b>"))
        #expect(try await site.ask(.get, "/api/v1/items/%FF", .token).status == .notFound)
        #expect(try await site.ask(.get, "/api/v1/items/ada%00", .token).status == .notFound)
    }

    @Test func aListSaysWhetherThereIsMore() async throws {
        let list = try await site.ask(.get, "/api/v1/items?limit=1", .token).object()
        #expect((list["items"] as? [Any])?.count == 1)
        #expect(list["next"] as? String == "more")
        #expect(list["total"] as? Int == 2)
    }

    @Test func makingSomethingIs201OrARedirect() async throws {
        let json = try await site.ask(.post, "/api/v1/items", .token, body: #"{"name":"ada"}"#)
        #expect(json.status == .created)
        #expect(json.headers[.location] == "/api/v1/items/ada")
        #expect(try json.object()["name"] as? String == "ada")
        let page = try await site.submit("/items", "name=ada")
        #expect(page.status == .seeOther)
        #expect(page.headers[.location] == "/items/ada")
    }

    @Test func theSentenceBehindARedirectIsShownOnce() async throws {
        let cookie = try #require(try await site.submit("/items", "name=ada").headers[.setCookie])
        #expect(cookie.contains("HttpOnly"))
        let next = try await site.ask(.get, "/items/ada", .admin.adding(.cookie, String(cookie.prefix { $0 != ";" })))
        #expect(next.text.contains("sample.created"))
        #expect(next.headers[.setCookie]?.contains("Max-Age=0") ?? false)
        #expect(try await !site.ask(.get, "/items/ada", .admin.adding(.cookie, "flash=nonsense")).text.contains("sample"))
    }

    @Test func nothingToSayIs204() async throws {
        let answer = try await site.ask(.delete, "/api/v1/items/ada", .token)
        #expect(answer.status == .noContent)
        #expect(answer.text.isEmpty)
        #expect(try await site.submit("/items/ada/mark", "").headers[.location] == "/items")
    }

    @Test func aRejectedFormComesBackWithItsValues() async throws {
        let page = try await site.submit("/items", "name=")
        #expect(page.status == .unprocessableContent)
        #expect(page.text == "<input name=\"name\" value=\"\">(zh) Required<li>name: (zh) Required</li>")
        let json = try await site.ask(.post, "/api/v1/items", .token.adding(.acceptLanguage, "en-GB,en;q=0.9"), body: #"{"name":""}"#)
        #expect(json.status == .unprocessableContent)
        #expect(json.headers[.contentType] == "application/problem+json")
        #expect(try json.object()["detail"] as? String == "Not accepted")
        #expect(try json.object()["request_id"] as? String == "request-1")
        #expect(try json.object()["errors"] as? [[String: String]] == [["pointer": "/name", "detail": "Required"]])
    }

    @Test func scriptsAreSpokenToInEnglishUnlessTheyAskOtherwise() async throws {
        func detail(_ headers: HTTPFields) async throws -> String? {
            try await site.ask(.post, "/api/v1/items", headers, body: #"{"name":""}"#).object()["detail"] as? String
        }
        #expect(try await detail(.token) == "Not accepted")
        #expect(try await detail(.token.adding(.cookie, "language=zh-CN")) == "Not accepted")
        #expect(try await detail(.token.adding(.acceptLanguage, "zh-CN")) == "(zh) Not accepted")
        #expect(try await site.ask(.get, "/device/nothing").object()["title"] as? String == "Not found")
    }

    @Test func aFormBehindItsTimeOrTooOftenComesBackToo() async throws {
        let taken = try await site.submit("/items", "name=taken")
        #expect(taken.status == .conflict)
        #expect(taken.text.contains("value=\"taken\"") && taken.text.contains("sample.taken"))
        let often = try await site.submit("/items", "name=often")
        #expect(often.status == .tooManyRequests)
        #expect(often.headers[.retryAfter] == "3")
        #expect(try await site.ask(.post, "/api/v1/items", .token, body: #"{"name":"often"}"#).headers[.retryAfter] == "3")
    }

    @Test func aRejectedFilterIsShownOnItsOwnPage() async throws {
        let page = try await site.ask(.get, "/items?limit=1000", .admin)
        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("[one][two]") && page.text.contains("web.limit.range"))
    }

    @Test func aBugIsAPlainSentence() async throws {
        for answer in [
            try await site.submit("/items", "name=bug"), try await site.ask(.post, "/api/v1/items", .token, body: #"{"name":"bug"}"#),
        ] {
            #expect(answer.status == .internalServerError)
            #expect(answer.text.contains("web.internal") && answer.text.contains("request-1"))
            #expect(!answer.text.contains("Cocoa"))
        }
    }

    @Test func nobodyIsAskedToLogIn() async throws {
        let page = try await site.ask(.get, "/items?limit=5&kind=small")
        #expect(page.status == .seeOther)
        #expect(page.headers[.location] == "/login?return=%2Fitems%3Flimit%3D5%26kind%3Dsmall")
        let json = try await site.ask(.get, "/api/v1/items")
        #expect(json.status == .unauthorized)
        #expect(json.headers[.wwwAuthenticate] == "Bearer")
    }

    @Test(arguments: [
        ("guest", "/apps/demo", 200), ("guest", "/apps/other", 404), ("guest", "/apps/other/name", 404), ("guest", "/apps/dem%6F", 200),
        ("reader", "/secret", 403),
    ])
    func whoMayAskIsTheSameOnBothFaces(viewer: String, path: String, status: Int) async throws {
        #expect(try await site.ask(.get, "/api/v1\(path)", .by(viewer)).status.code == status)
        guard path != "/secret" else { return }
        #expect(try await site.ask(.get, path, .by(viewer)).status.code == status)
    }

    @Test func aMissingThingIsAPageOrADocument() async throws {
        let page = try await site.ask(.get, "/items/missing", .admin)
        #expect(page.status == .notFound)
        #expect(page.text == "<h1>404 (zh) Not found</h1><p>web.notFound</p><i>request-1</i>")
        #expect(try await site.ask(.get, "/api/v1/items/missing", .token).object()["type"] as? String == "/problems/notFound")
    }

    @Test func streamsAreTheSameOnBothFaces() async throws {
        for path in ["/items/ada/export", "/api/v1/items/ada/export"] {
            let answer = try await site.ask(.get, path, .admin)
            #expect(answer.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(answer.text == "\u{FEFF}name\r\nada\r\n")
        }
    }

    @Test func headIsGetWithoutABody() async throws {
        let answer = try await site.ask(.head, "/items/ada", .admin)
        #expect(answer.status == .ok)
        #expect(answer.text.isEmpty)
    }
}
