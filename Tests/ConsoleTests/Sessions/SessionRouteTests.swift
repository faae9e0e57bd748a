import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct SessionRouteTests {
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    private func logIn(_ console: TestConsole, _ fields: [(String, String)], headers: HTTPFields = [:]) async throws -> TestResponse {
        var all = Self.form
        for field in headers { all[field.name] = field.value }
        let body = Form(fields.map { (name: $0.0, value: $0.1) }).encoded
        return try await console.ask(.post, "/login", headers: all, body: Array(body.utf8))
    }

    private static let right = [("email", TestConsole.email), ("password", TestConsole.password)]

    @Test func strangersAreSentToTheLoginAndBack() async throws {
        try await TestConsole.run { console in
            let asked = try await console.ask(.get, "/members?q=a")
            #expect(asked.status == .seeOther)
            #expect(asked.headers[.location] == "/login?return=%2Fmembers%3Fq%3Da")
            #expect(try await console.ask(.get, "/login?return=%2Fmembers%3Fq%3Da").text.contains(#"name="return" value="/members?q=a""#))
            let back = try await logIn(console, Self.right + [("return", "/members?q=a")])
            #expect(back.status == .seeOther)
            #expect(back.headers[.location] == "/members?q=a")
        }
    }

    @Test(arguments: ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\t/evil.example", ""])
    func nobodyIsSentToAnotherSite(_ path: String) async throws {
        #expect(ReturnPath.checked(path) == nil)
    }

    @Test func theCookieIsForThisSiteAndForHTTPOnly() async throws {
        try await TestConsole.run { console in
            let answer = try await logIn(console, Self.right)
            let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("session=") })
            for part in ["HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(part)) }
            #expect(!cookie.contains("Secure"))
            #expect(!cookie.contains("Max-Age"))
        }
    }

    @Test func aWrongPasswordShowsTheFormAgainWithTheEmailOnly() async throws {
        try await TestConsole.run { console in
            let answer = try await logIn(console, [("email", "admin@example.com"), ("password", "wrong password")])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(#"value="admin@example.com""#))
            #expect(answer.text.contains(#"id="error-password""#))
            #expect(!answer.text.contains("wrong password"))
            #expect(answer.headers[values: .setCookie].isEmpty)
        }
    }

    @Test func tooManyTriesAre429WithATime() async throws {
        try await TestConsole.run { console in
            for _ in 1...10 { _ = try await logIn(console, [("email", "nobody@example.com"), ("password", "wrong password")]) }
            let answer = try await logIn(console, [("email", "nobody@example.com"), ("password", "wrong password")])
            #expect(answer.status == .tooManyRequests)
            #expect(answer.headers[.retryAfter] == "900")
        }
    }

    @Test func anotherSiteCannotLogSomebodyIn() async throws {
        try await TestConsole.run { console in
            for origin in ["https://evil.example", "null"] {
                let answer = try await logIn(console, Self.right, headers: [.origin: origin])
                #expect(answer.status == .forbidden)
            }
        }
    }

    @Test func formsNeedTheSessionsToken() async throws {
        try await TestConsole.run { console in
            let forged = try await console.submit("/account/profile", [("csrf", "wrong"), ("name", "Eve")])
            #expect(forged.status == .forbidden)
            #expect(try await console.submit("/account/profile", [("name", "Ann")]).status == .seeOther)
        }
    }

    @Test func loggingOutEndsTheSession() async throws {
        try await TestConsole.run { console in
            let answer = try await console.submit("/logout", [])
            #expect(answer.headers[.location] == "/login")
            #expect(try await console.page("/account").status == .seeOther)
        }
    }

    @Test func aCookieIsNothingToTheAPIAndATokenNothingToPages() async throws {
        try await TestConsole.run { console in
            #expect(try await console.page("/api/v1/tokens").status == .unauthorized)
            #expect(try await console.api(.get, "/tokens").status == .ok)
            #expect(try await console.api(.get, "/tokens", token: "mst_wrong").status == .unauthorized)
            let page = try await console.ask(.get, "/tokens", headers: [.authorization: "Bearer \(console.token)"])
            #expect(page.status == .seeOther)
        }
    }

    @Test func preferencesAreCookiesForEverybody() async throws {
        try await TestConsole.run { console in
            let body = Array("theme=dark&language=en&return=%2Flogin".utf8)
            let answer = try await console.ask(.post, "/preferences", headers: Self.form, body: body)
            #expect(answer.headers[.location] == "/login")
            let cookies = answer.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("theme=dark") } && cookies.contains { $0.hasPrefix("language=en") })
            let page = try await console.ask(.get, "/login", headers: [.cookie: "theme=dark; language=en"])
            #expect(page.text.contains(#"<html lang="en" data-theme="dark">"#))
        }
    }

    @Test func anAccountsOwnPreferencesWin() async throws {
        try await TestConsole.run { console in
            _ = try await console.submit("/preferences", [("language", "en"), ("theme", "light")])
            let page = try await console.page("/account", language: "zh-CN")
            #expect(page.text.contains(#"<html lang="en" data-theme="light">"#))
        }
    }
}
