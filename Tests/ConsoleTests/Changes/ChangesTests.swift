import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Console

/// How a copy in memory follows the database, with several copies on one.
struct ChangesTests {
    /// A copy of how many apps there are, that can be made to fail.
    private final class Copy: Sendable {
        private let state = Mutex((copy: ChangeCopy(0), refreshes: 0, isBroken: false))
        let database: Database

        init(_ database: Database) {
            self.database = database
        }

        struct Broken: Error {}

        var apps: Int { state.withLock { $0.copy.content } }
        var refreshes: Int { state.withLock { $0.refreshes } }
        func breaks(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

        var refresh: ChangeRefresh {
            ChangeRefresh(.apps, at: { self.state.withLock { $0.copy.version } }, countApps)
        }

        @Sendable private func countApps() async throws {
            if state.withLock({ $0.isBroken }) { throw Broken() }
            let before = state.withLock { $0.copy.version }
            let (version, apps) = try await database.read {
                (try $0.version(of: .apps), try $0.value("SELECT count(*) FROM app", as: Int.self) ?? 0)
            }
            state.withLock {
                $0.copy.take(apps, at: version, since: before)
                $0.refreshes += 1
            }
        }
    }

    private func makeApp(_ id: String, in database: Database) async throws {
        try await database.change(.apps) { connection in
            try connection.run("INSERT INTO app (id, name, english_name, zone, created_at) VALUES (\(id), \(id), \(id), 'Asia/Shanghai', 0)")
        } then: {
        }
    }

    @Test func aLookReadsOnlyWhatChanged() async throws {
        let fixture = try await AccountsFixture()
        let copy = Copy(fixture.database)
        let changes = Changes(database: fixture.database, refreshes: [copy.refresh])
        try await makeApp("one", in: fixture.database)
        try await changes.look()
        try await changes.look()
        #expect(copy.apps == 1)
        #expect(copy.refreshes == 1)
        try await makeApp("two", in: fixture.database)
        try await fixture.database.write { try $0.changed(.switches) }
        try await changes.look()
        #expect(copy.apps == 2)
        #expect(copy.refreshes == 2)
    }

    @Test func whatWasRolledBackIsNoChange() async throws {
        let fixture = try await AccountsFixture()
        struct Refused: Error {}
        let before = try await fixture.database.read { try $0.version(of: .accounts) }
        await #expect(throws: Refused.self) {
            try await fixture.database.change(.accounts) { _ in
                throw Refused()
            } then: {
            }
        }
        try? await fixture.database.write { connection in
            try connection.changed(.accounts)
            throw Refused()
        }
        #expect(try await fixture.database.read { try $0.version(of: .accounts) } == before)
    }

    @Test func aCopyThatCannotBeReadIsKeptAndReadLater() async throws {
        let fixture = try await AccountsFixture()
        let (one, other) = (Copy(fixture.database), Copy(fixture.database))
        let changes = Changes(database: fixture.database, refreshes: [one.refresh, other.refresh])
        try await makeApp("one", in: fixture.database)
        try await changes.look()
        try await makeApp("two", in: fixture.database)
        one.breaks(true)
        await #expect(throws: Copy.Broken.self) { try await changes.look() }
        #expect(one.apps == 1)
        #expect(other.apps == 2)
        one.breaks(false)
        try await changes.look()
        #expect(one.apps == 2)
    }

    /// The verb is done: to say otherwise would have it done twice.
    @Test func aVerbSucceedsWhenItsCopyCannotBeRead() async throws {
        let fixture = try await AccountsFixture()
        let answer = try await fixture.database.change(.apps) { _ in
            "done"
        } then: {
            throw Copy.Broken()
        }
        #expect(answer == "done")
        #expect(try await fixture.database.read { try $0.version(of: .apps) } == 1)
    }

    @Test func aVersionBelowTheCopysIsReadToo() async throws {
        let fixture = try await AccountsFixture()
        let copy = Copy(fixture.database)
        let changes = Changes(database: fixture.database, refreshes: [copy.refresh])
        for number in 0..<3 { try await makeApp("app\(number)", in: fixture.database) }
        try await changes.look()
        try await fixture.database.write { connection in
            try connection.run("DELETE FROM app WHERE id <> 'app0'")
            try connection.run("UPDATE change_version SET version = 1")
        }
        try await changes.look()
        #expect(copy.apps == 1)
    }

    /// Versions are committed in their order, however many change at once: a copy that has the last one has all.
    @Test func changesOfManyAtOnceAllCount() async throws {
        let fixture = try await AccountsFixture()
        let copy = Copy(fixture.database)
        let changes = Changes(database: fixture.database, refreshes: [copy.refresh])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { try await makeApp("app\(number)", in: fixture.database) } }
            for _ in 0..<20 { group.addTask { try await changes.look() } }
            try await group.waitForAll()
        }
        try await changes.look()
        #expect(copy.apps == 20)
        #expect(try await fixture.database.read { try $0.version(of: .apps) } == 20)
    }

    @Test(arguments: [true, false]) func aWatchFollowsByHearsayAndWithout(hears: Bool) async throws {
        let fixture = try await AccountsFixture()
        let copy = Copy(fixture.database)
        let changes = Changes(database: fixture.database, refreshes: [copy.refresh])
        let watch = Task { await changes.watch(hears ? nil : silence()) }
        #expect(try await eventually { copy.refreshes == 1 })
        try await makeApp("one", in: fixture.database)
        #expect(try await eventually { copy.apps == 1 })
        watch.cancel()
        await watch.value
    }

    /// Sessions, roles and tokens as another node knows them.
    @Test func whatIsTakenAwayIsGoneOnEveryNode() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        let ben = try await fixture.make("ben@example.com")
        let (secret, other) = (try await fixture.logIn("ann@example.com").secret, try await fixture.logIn("ben@example.com").secret)
        let elsewhere = fixture.restartedAccounts()
        let (sessions, tokens) = (Sessions(accounts: elsewhere), fixture.tokens(of: elsewhere))
        let changes = Changes(
            database: fixture.database,
            refreshes: [ChangeRefresh(.accounts, at: { elsewhere.cache.version }) { try await elsewhere.cache.refresh(from: fixture.database) }]
        )
        let viewer = try #require(try await fixture.sessions.identity(secret)?.viewer)
        let token = try await fixture.tokens.create(NewToken(name: "t", scopes: [.all], app: nil, expiresInDays: nil), for: viewer, by: .local)
        try await changes.look()
        #expect(try await sessions.identity(other)?.viewer.roles["*"] == .admin)
        #expect(try await sessions.identity(secret) != nil)
        #expect(try await tokens.identity(token.token) != nil)

        try await fixture.accounts.setRole(.viewer, on: AccountRole.everywhere, of: ben.id, by: .local)
        try await changes.look()
        #expect(try await sessions.identity(other)?.viewer.roles["*"] == .viewer)

        try await fixture.tokens.revoke(token.id, for: viewer, by: .local)
        try await changes.look()
        #expect(try await tokens.identity(token.token) == nil)

        try await fixture.sessions.logOutEverywhere(ann.id, by: .local)
        try await changes.look()
        #expect(try await sessions.identity(secret) == nil)
    }

    /// Even a node that hears nothing and cannot look.
    @Test func aLogOutHoldsAfterFiveSecondsWhateverIsHeard() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        let secret = try await fixture.logIn("ann@example.com").secret
        let elsewhere = Sessions(accounts: fixture.restartedAccounts())
        #expect(try await elsewhere.identity(secret) != nil)
        try await fixture.sessions.logOutEverywhere(ann.id, by: .local)
        fixture.clock.advance(by: 5)
        #expect(try await elsewhere.identity(secret) == nil)
    }

    @Test func aConsoleIsSetUpOrNotOnEveryNode() async throws {
        let fixture = try await AccountsFixture()
        let elsewhere = fixture.restartedAccounts()
        let changes = Changes(
            database: fixture.database,
            refreshes: [ChangeRefresh(.accounts, at: { elsewhere.cache.version }) { try await elsewhere.cache.refresh(from: fixture.database) }]
        )
        #expect(try await elsewhere.needsSetup())
        try await fixture.make("ann@example.com")
        try await changes.look()
        #expect(try await !elsewhere.needsSetup())
        try await fixture.accounts.remove(email: "ann@example.com", by: .local)
        try await changes.look()
        #expect(try await elsewhere.needsSetup())
    }
}
