import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct TokenTests {
    private func viewer(_ fixture: AccountsFixture, _ email: String) async throws -> Viewer {
        try #require(try await fixture.sessions.identity(try await fixture.logIn(email).secret)).viewer
    }

    private func use(_ fixture: AccountsFixture, _ new: NewToken, for viewer: Viewer?) async throws -> Viewer {
        let issued = try await fixture.tokens.create(new, for: viewer, by: AccountsFixture.actor)
        return try #require(try await fixture.tokens.identity(issued.token)).viewer
    }

    @Test(arguments: Scope.allCases)
    func aTokenHasItsScopesOnly(_ scope: Scope) async throws {
        let fixture = try await AccountsFixture()
        let viewer = try await use(fixture, NewToken(name: "ci", scopes: [scope]), for: nil)
        for other in Scope.allCases { #expect(viewer.has(other) == (scope == .all || scope == other)) }
        #expect(viewer.role(on: nil) == .admin)
        #expect(viewer.kind == .token)
    }

    @Test func aTokenCanDoNoMoreThanItsOwner() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com", .operator, on: "demo")
        let token = try await use(fixture, NewToken(name: "ci", scopes: [.all]), for: try await viewer(fixture, "ann@example.com"))
        #expect(token.role(on: "demo") == .operator)
        #expect(token.role(on: nil) == nil)
        #expect(!token.sees("other"))
    }

    @Test func aTokenOfOneAppSeesNoOther() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        try await fixture.database.write { connection in
            try connection.run("INSERT INTO app (id, name, english_name, zone, created_at) VALUES ('demo', 'Demo', 'Demo', 'Asia/Shanghai', 0)")
        }
        let token = try await use(fixture, NewToken(name: "ci", scopes: [.all], app: "demo"), for: try await viewer(fixture, "ann@example.com"))
        #expect(token.role(on: "demo") == .admin)
        #expect(token.role(on: nil) == nil)
        #expect(!token.sees("other"))
        let unknown = await #expect(throws: Problem.self) {
            try await fixture.tokens.create(NewToken(name: "ci", scopes: [.all], app: "nothing"), for: nil, by: .local)
        }
        #expect(unknown == .invalid("app", "tokens.app.unknown"))
    }

    @Test func endedTokensDoNotWork() async throws {
        let fixture = try await AccountsFixture()
        let issued = try await fixture.tokens.create(NewToken(name: "ci", scopes: [.read], expiresInDays: 1), for: nil, by: .local)
        fixture.clock.advance(by: 86_399)
        #expect(try await fixture.tokens.identity(issued.token) != nil)
        fixture.clock.advance(by: 1)
        #expect(try await fixture.tokens.identity(issued.token) == nil)

        try await fixture.make("ann@example.com")
        let ann = try await viewer(fixture, "ann@example.com")
        let other = try await fixture.tokens.create(NewToken(name: "ci", scopes: [.read]), for: ann, by: AccountsFixture.actor)
        #expect(try await fixture.tokens.identity(other.token) != nil)
        try await fixture.tokens.revoke(other.id, for: ann, by: AccountsFixture.actor)
        #expect(try await fixture.tokens.identity(other.token) == nil)
        #expect(try await fixture.tokens.identity(String(other.token.dropLast()) + "x") == nil)
    }

    @Test func tokensOfADisabledAccountDoNotWork() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("root@example.com")
        let account = try await fixture.make("ann@example.com", .viewer)
        let issued = try await fixture.tokens.create(
            NewToken(name: "ci", scopes: [.read]),
            for: try await viewer(fixture, "ann@example.com"),
            by: AccountsFixture.actor
        )
        #expect(try await fixture.tokens.identity(issued.token) != nil)
        try await fixture.accounts.disable(account.id, by: AccountsFixture.actor)
        #expect(try await fixture.tokens.identity(issued.token) == nil)
    }

    @Test func aTokenMakesNoneThatCanDoMore() async throws {
        let fixture = try await AccountsFixture()
        let reader = try await use(fixture, NewToken(name: "reader", scopes: [.read]), for: nil)
        let manager = try await use(fixture, NewToken(name: "manager", scopes: [.read, .admin], expiresInDays: 10), for: nil)
        for (new, maker) in [
            (NewToken(name: "x", scopes: [.read]), reader), (NewToken(name: "x", scopes: [.all], expiresInDays: 5), manager),
            (NewToken(name: "x", scopes: [.secrets], expiresInDays: 5), manager),
        ] {
            let problem = await #expect(throws: Problem.self) { try await fixture.tokens.create(new, for: maker, by: AccountsFixture.actor) }
            #expect(problem?.kind == .forbidden)
        }
        let made = try await fixture.tokens.create(NewToken(name: "x", scopes: [.read], expiresInDays: 11), for: manager, by: AccountsFixture.actor)
        let parent = try await fixture.database.read { try $0.token(manager.id)?.expiresAt }
        #expect(made.expiresAt == parent, "a token's token ends with it")
    }

    @Test func peopleManageTheirOwnAndAdministratorsAll() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("root@example.com")
        try await fixture.make("ann@example.com", .viewer)
        try await fixture.make("ben@example.com", .viewer)
        let (root, ann, ben) = (
            try await viewer(fixture, "root@example.com"), try await viewer(fixture, "ann@example.com"), try await viewer(fixture, "ben@example.com")
        )
        let issued = try await fixture.tokens.create(NewToken(name: "ci", scopes: [.read]), for: ann, by: AccountsFixture.actor)
        let place = try ListPlace(limit: nil, cursor: nil)
        #expect(try await fixture.tokens.list(for: ann, place).items.map(\.owner) == ["ann@example.com"])
        #expect(try await fixture.tokens.list(for: ben, place).items.isEmpty)
        #expect(try await fixture.tokens.list(for: root, place).total == 1)
        #expect(await problem { try await fixture.tokens.revoke(issued.id, for: ben, by: AccountsFixture.actor) } == .notFound)
        try await fixture.tokens.revoke(issued.id, for: root, by: AccountsFixture.actor)
    }

    /// GitHub's and GitLab's limited tokens manage none that they could not have made.
    @Test func aLimitedTokenEndsItselfAndWhatItCouldHaveMade() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        try await fixture.database.write { connection in
            for app in ["demo", "other"] {
                try connection.run(
                    "INSERT INTO app (id, name, english_name, zone, created_at) VALUES (\(app), \(app), \(app), 'Asia/Shanghai', 0)"
                )
            }
        }
        let ann = try await viewer(fixture, "ann@example.com")
        func make(_ scopes: [Scope], on app: String? = nil) async throws -> Viewer {
            try await use(fixture, NewToken(name: "x", scopes: scopes, app: app), for: ann)
        }
        func end(_ token: Viewer, by viewer: Viewer) async -> Problem.Kind? {
            await problem { try await fixture.tokens.revoke(token.id, for: viewer, by: AccountsFixture.actor) }?.kind
        }
        let place = try ListPlace(limit: nil, cursor: nil)
        let (whole, writer) = (try await make([.all]), try await make([.read, .write]))
        let (bound, sibling, stranger) = (
            try await make([.read, .write], on: "demo"), try await make([.read, .admin], on: "demo"), try await make([.read], on: "other")
        )
        #expect(try await fixture.tokens.list(for: bound, place).items.map(\.app) == ["demo", "demo"])
        #expect(await end(whole, by: bound) == .notFound)
        #expect(await end(stranger, by: bound) == .notFound)
        #expect(await end(sibling, by: bound) == .forbidden)
        #expect(await end(whole, by: writer) == .forbidden)
        #expect(await end(bound, by: sibling) == .forbidden, "it has a scope that the other one has not")
        let reader = try await make([.read], on: "demo")
        #expect(await end(reader, by: sibling) == nil)
        for token in [bound, sibling, writer] { #expect(await end(token, by: token) == nil) }
        #expect(await end(stranger, by: whole) == nil)
        #expect(await end(whole, by: ann) == nil)
    }

    @Test func theLastUseIsKeptToTheMinute() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("root@example.com")
        let issued = try await fixture.tokens.create(NewToken(name: "ci", scopes: [.read]), for: nil, by: .local)
        let start = fixture.clock.now
        _ = try await fixture.tokens.identity(issued.token)
        fixture.clock.advance(by: 30)
        _ = try await fixture.tokens.identity(issued.token)
        let root = try await viewer(fixture, "root@example.com")
        #expect(try await fixture.tokens.list(for: root, try ListPlace(limit: nil, cursor: nil)).items.first?.lastUsedAt == start)
    }

    @Test func inputIsChecked() async throws {
        let fixture = try await AccountsFixture()
        let problem = await #expect(throws: Problem.self) {
            try await fixture.tokens.create(NewToken(name: "", scopes: [], expiresInDays: 0), for: nil, by: .local)
        }
        #expect(problem?.rejections.map(\.field) == ["name", "scopes", "expiresInDays"])
    }
}
