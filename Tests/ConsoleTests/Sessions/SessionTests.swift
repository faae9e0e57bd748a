import Dispatch
import Foundation
import Signing
import Storage
import Synchronization
import TestSupport
import Testing
import Web

@testable import Console

struct SessionTests {
    @Test func aSessionEndsAfterEightIdleHours() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        let secret = try await fixture.logIn("ann@example.com").secret
        fixture.clock.advance(by: 8 * 3_600 - 1)
        #expect(try await fixture.sessions.identity(secret)?.viewer.email == "ann@example.com")
        fixture.clock.advance(by: 8 * 3_600 - 1)
        #expect(try await fixture.sessions.identity(secret) != nil)
        fixture.clock.advance(by: 8 * 3_600)
        #expect(try await fixture.sessions.identity(secret) == nil)
    }

    @Test func aSessionEndsAfterSevenDaysHoweverBusy() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        let secret = try await fixture.logIn("ann@example.com").secret
        for hour in 1..<168 {
            fixture.clock.advance(by: 3_600)
            #expect(try await fixture.sessions.identity(secret) != nil, "hour \(hour)")
        }
        fixture.clock.advance(by: 3_600)
        #expect(try await fixture.sessions.identity(secret) == nil)
    }

    @Test func useIsWrittenOnceAMinute() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        let secret = try await fixture.logIn("ann@example.com").secret
        let start = fixture.clock.now
        fixture.clock.advance(by: 59)
        _ = try await fixture.sessions.identity(secret)
        #expect(try await fixture.sessions.sessions(of: ann.id).first?.seenAt == start)
        fixture.clock.advance(by: 6)
        _ = try await fixture.sessions.identity(secret)
        #expect(try await fixture.sessions.sessions(of: ann.id).first?.seenAt == start.addingTimeInterval(65))
    }

    /// A whole database's bytes can be looked at where it is a file.
    @Test(.enabled(if: !TestDatabase.isPostgres)) func onlyTheHashIsKept() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        let new = try await fixture.logIn("ann@example.com")
        try await fixture.database.backUp(to: fixture.database.name + ".copy")
        let file = try Data(contentsOf: URL(fileURLWithPath: fixture.database.name + ".copy"))
        for secret in [new.secret, new.device, AccountsFixture.password] { #expect(file.range(of: Data(secret.utf8)) == nil) }
    }

    /// Who logs in with the old password just then was hashed before the change; after it they would come in, or put the old password back.
    @Test func anOldPasswordDoesNotOutliveItsChange() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        // The log-in asks for the time as it writes its try down, and then when the password was found right.
        let asked = Atomic(0)
        let changed = DispatchSemaphore(value: 0)
        let clock = Clock {
            if asked.add(1, ordering: .relaxed).newValue == 2 { _ = changed.wait(timeout: .now() + 10) }
            return fixture.clock.now
        }
        let renewing = AccountPasswordHasher(cost: try #require(Scrypt.Cost(ln: 5, r: 8, p: 1)))
        let accounts = Accounts(database: fixture.database, audit: Audit(clock: fixture.clock.clock), clock: clock, hasher: renewing)
        async let refusal = problem {
            try await Sessions(accounts: accounts).logIn(email: ann.email, password: AccountsFixture.password, from: SessionOrigin(address: ""))
        }
        while asked.load(ordering: .relaxed) < 2 { try await Task.sleep(for: .milliseconds(1)) }
        try await fixture.accounts.resetPassword(email: ann.email, password: "another horse battery", by: .local)
        changed.signal()
        #expect(await refusal == .invalid("password", "sessions.wrong"))
        #expect(try await fixture.sessions.sessions(of: ann.id).isEmpty)
        _ = try await fixture.logIn(ann.email, "another horse battery")
    }

    @Test func loggingOutHoldsAtOnce() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        let (one, other) = (try await fixture.logIn("ann@example.com").secret, try await fixture.logIn("ann@example.com").secret)
        let id = try #require(try await fixture.sessions.identity(one)?.session)
        _ = try await fixture.sessions.identity(other)
        try await fixture.sessions.logOut(id, of: ann.id, by: AccountsFixture.actor)
        #expect(try await fixture.sessions.identity(one) == nil)
        #expect(try await fixture.sessions.identity(other) != nil)
        try await fixture.sessions.logOutEverywhere(ann.id, by: AccountsFixture.actor)
        #expect(try await fixture.sessions.identity(other) == nil)
    }

    @Test func nobodyEndsTheSessionOfSomebodyElse() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        let ben = try await fixture.make("ben@example.com")
        let secret = try await fixture.logIn("ann@example.com").secret
        let id = try #require(try await fixture.sessions.identity(secret)?.session)
        #expect(await problem { try await fixture.sessions.logOut(id, of: ben.id, by: AccountsFixture.actor) } == .notFound)
    }

    @Test func disablingAndRolesHoldAtOnce() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("root@example.com")
        let ann = try await fixture.make("ann@example.com", .viewer)
        let secret = try await fixture.logIn("ann@example.com").secret
        #expect(try await fixture.sessions.identity(secret)?.viewer.role(on: nil) == .viewer)
        try await fixture.accounts.setRole(.releaser, on: "*", of: ann.id, by: AccountsFixture.actor)
        #expect(try await fixture.sessions.identity(secret)?.viewer.role(on: nil) == .releaser)
        try await fixture.accounts.disable(ann.id, by: AccountsFixture.actor)
        #expect(try await fixture.sessions.identity(secret) == nil)
        let problem = await #expect(throws: Problem.self) { try await fixture.logIn("ann@example.com") }
        #expect(problem == .invalid("password", "sessions.wrong"))
    }

    @Test func changingThePasswordKeepsThisBrowserOnly() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        let (one, other) = (try await fixture.logIn("ann@example.com").secret, try await fixture.logIn("ann@example.com").secret)
        let session = try await fixture.sessions.identity(one)?.session
        let wrong = await #expect(throws: Problem.self) {
            try await fixture.sessions.changePassword(
                of: ann.id,
                from: "not the password",
                to: "another good one",
                keeping: session,
                by: AccountsFixture.actor
            )
        }
        #expect(wrong == .invalid("current", "sessions.wrongPassword"))
        try await fixture.sessions.changePassword(
            of: ann.id,
            from: AccountsFixture.password,
            to: "another good one",
            keeping: session,
            by: AccountsFixture.actor
        )
        #expect(try await fixture.sessions.identity(one) != nil)
        #expect(try await fixture.sessions.identity(other) == nil)
        await #expect(throws: Problem.self) { try await fixture.logIn("ann@example.com") }
        _ = try await fixture.logIn("ann@example.com", "another good one")
    }

    @Test func theRescueFromTheCommandLineOpensALockedAccount() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        for _ in 1...11 { _ = try? await fixture.logIn("ann@example.com", "wrong password") }
        try await fixture.accounts.resetPassword(email: "ann@example.com", password: "another good one", by: .local)
        _ = try await fixture.logIn("ann@example.com", "another good one")
    }

    @Test func whatHasEndedIsRemoved() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        _ = try await fixture.logIn("ann@example.com")
        _ = try? await fixture.logIn("ann@example.com", "wrong password")
        fixture.clock.advance(by: 91 * 86_400)
        try await fixture.sessions.purge()
        let left = try await fixture.database.read { connection in
            try connection.value(
                "SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM login_attempt) + (SELECT count(*) FROM login_device)",
                as: Int.self
            )
        }
        #expect(left == 0)
    }

    @Test(arguments: [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0", "Edge · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"), ("wget", "wget"), ("", ""),
    ])
    func browsersHaveShortNames(_ userAgent: String, _ name: String) {
        let session = Session(
            id: "",
            account: "",
            csrf: "",
            createdAt: .distantPast,
            seenAt: .distantPast,
            expiresAt: .distantPast,
            address: "",
            userAgent: userAgent
        )
        #expect(session.browser == name)
    }
}
