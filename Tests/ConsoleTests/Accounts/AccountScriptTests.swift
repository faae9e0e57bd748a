import Foundation
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// A person's own account, asked by a token that was made under it.
@Suite struct AccountScriptTests {
    private struct Issued: Decodable { let token: String }
    private struct Asker: Decodable { let email: String, account: String?, scopes: [String] }
    private struct Session: Decodable, Encodable, Sendable { let id: String }

    @Test func aTokenChangesTheAccountItWasMadeUnder() async throws {
        try await TestConsole.run { console in
            let token = try await own(console, "all")
            let asker = try await console.api(.get, "/account", token: token).json(Asker.self)
            #expect(asker.email == TestConsole.email)
            #expect(asker.account != nil && asker.scopes == ["read", "all"])
            #expect(try await console.api(.put, "/account/profile", #"{"name":"Ann"}"#, token: token).status == .noContent)
            #expect(try await console.page("/account").text.contains("Ann"))
            let wrong = try await console.api(.post, "/account/password", #"{"current":"no","password":"another good one"}"#, token: token)
            #expect(wrong.status == .unprocessableContent)
            let sessions = try await console.api(.get, "/account/sessions", token: token).json(List<Session>.self)
            let session = try #require(sessions.items.first)
            #expect(try await console.api(.delete, "/account/sessions/\(session.id)", token: token).status == .noContent)
            #expect(try await console.page("/account").status == .seeOther)
        }
    }

    /// What is found in a build machine must not log its owner out, nor say where they are.
    @Test(arguments: ["read", "write", "admin"]) func aTokenForATaskDoesNotTouchTheAccount(scope: String) async throws {
        try await TestConsole.run { console in
            let token = try await own(console, scope)
            #expect(try await console.api(.get, "/account", token: token).status == .ok)
            #expect(try await console.api(.put, "/account/profile", #"{"name":"Ann"}"#, token: token).status == .forbidden)
            #expect(try await console.api(.get, "/account/sessions", token: token).status == .forbidden)
            #expect(try await console.api(.delete, "/account/sessions", token: token).status == .forbidden)
            #expect(try await console.page("/account").status == .ok)
        }
    }

    /// Whatever its scopes: it was made for an app, not for its owner.
    @Test func aTokenOfOneAppDoesNotTouchTheAccount() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let token = try await own(console, "all", app: "demo")
            #expect(try await console.api(.get, "/account", token: token).status == .ok)
            #expect(try await console.api(.get, "/apps/demo", token: token).status == .ok)
            #expect(try await console.api(.put, "/account/profile", #"{"name":"Ann"}"#, token: token).status == .forbidden)
            let change = #"{"current":"no","password":"another good one"}"#
            #expect(try await console.api(.post, "/account/password", change, token: token).status == .forbidden)
            #expect(try await console.api(.get, "/account/sessions", token: token).status == .forbidden)
            #expect(try await console.api(.delete, "/account/sessions", token: token).status == .forbidden)
            #expect(try await console.page("/account").status == .ok)
        }
    }

    @Test func theCommandLinesTokensStandForNobody() async throws {
        try await TestConsole.run { console in
            let asker = try await console.api(.get, "/account").json(Asker.self)
            #expect(asker.account == nil)
            #expect(try await console.api(.get, "/account/sessions").json(List<Session>.self).total == 0)
            #expect(try await console.api(.put, "/account/profile", #"{"name":"Ann"}"#).status == .notFound)
        }
    }

    /// A token that the administrator makes on the page.
    private func own(_ console: TestConsole, _ scope: String, app: String? = nil) async throws -> String {
        let fields = [("name", "own"), ("scopes", "read"), ("scopes", scope), ("expiresInDays", "10")] + (app.map { [("app", $0)] } ?? [])
        let made = try await console.submit("/tokens", fields)
        return String(try #require(made.text.firstMatch(of: #/<code id="token">([^<]+)</#)?.output.1))
    }
}
