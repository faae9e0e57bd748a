import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct SessionThrottleTests {
    @Test func tenTriesAnAccountInAQuarterOfAnHour() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        for number in 1...10 { #expect(await kind(fixture, "ann@example.com", from: "192.0.2.\(number)") == .invalid) }
        let problem = await #expect(throws: Problem.self) { try await fixture.logIn("ann@example.com", address: "192.0.2.99") }
        #expect(problem?.kind == .limited)
        #expect(problem?.retryAfter == 900)
        fixture.clock.advance(by: 899)
        #expect(await kind(fixture, "ann@example.com", from: "192.0.2.99") == .limited)
        fixture.clock.advance(by: 1)
        _ = try await fixture.logIn("ann@example.com")
    }

    private func kind(_ fixture: AccountsFixture, _ email: String, from address: String, device: String? = nil) async -> Problem.Kind? {
        await problem { try await fixture.logIn(email, "wrong password", address: address, device: device) }?.kind
    }

    @Test func unknownAccountsAreLimitedTheSameWay() async throws {
        let fixture = try await AccountsFixture()
        for number in 1...10 { #expect(await kind(fixture, "nobody@example.com", from: "192.0.2.\(number)") == .invalid) }
        #expect(await kind(fixture, "nobody@example.com", from: "192.0.2.99") == .limited)
    }

    @Test func fiftyTriesAnAddress() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        for number in 1...50 { #expect(await kind(fixture, "user\(number)@example.com", from: "192.0.2.7") == .invalid) }
        #expect(await kind(fixture, "ann@example.com", from: "192.0.2.7") == .limited)
        _ = try await fixture.logIn("ann@example.com", address: "192.0.2.8")
    }

    @Test func manyAtOnceAreStillTen() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        let tried = await withTaskGroup(of: Bool.self) { group in
            for number in 1...40 {
                group.addTask { await kind(fixture, "ann@example.com", from: "192.0.2.\(number)") == .invalid }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(tried == 10)
    }

    @Test func aRestartForgetsNothing() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        for number in 1...10 { _ = await kind(fixture, "ann@example.com", from: "192.0.2.\(number)") }
        let problem = await #expect(throws: Problem.self) {
            try await fixture.restartedSessions().logIn(
                email: "ann@example.com",
                password: AccountsFixture.password,
                from: SessionOrigin(address: "192.0.2.99")
            )
        }
        #expect(problem?.kind == .limited)
    }

    @Test func strangersDoNotLockOutABrowserThatIsKnown() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        try await fixture.make("ben@example.com")
        let known = try await fixture.logIn("ann@example.com").device
        let other = try await fixture.logIn("ben@example.com").device
        for _ in 1...10 { _ = await kind(fixture, "ann@example.com", from: "192.0.2.66") }
        #expect(await kind(fixture, "ann@example.com", from: "192.0.2.1", device: other) == .limited)
        let again = try await fixture.logIn("ann@example.com", device: known)
        for _ in 1...10 { #expect(await kind(fixture, "ann@example.com", from: "192.0.2.1", device: again.device) == .invalid) }
        #expect(await kind(fixture, "ann@example.com", from: "192.0.2.1", device: again.device) == .limited)
    }

    @Test func aRightPasswordStartsTheCountAnew() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        for _ in 1...9 { _ = await kind(fixture, "ann@example.com", from: "192.0.2.1") }
        _ = try await fixture.logIn("ann@example.com")
        for _ in 1...9 { #expect(await kind(fixture, "ann@example.com", from: "192.0.2.1") == .invalid) }
    }

    @Test func anUnknownEmailTakesAsLongAsAKnownOne() async throws {
        let hasher = AccountPasswordHasher()
        let record = try await hasher.hash("correct horse battery")
        var (known, unknown) = (Duration.seconds(9), Duration.seconds(9))
        // In turns and by the fastest, so that other tests on the same cores do not matter.
        for _ in 1...6 {
            known = min(known, try await time { _ = try await hasher.verify("wrong password", against: record) })
            unknown = min(unknown, try await time { _ = try await hasher.verify("wrong password", against: nil) })
        }
        #expect(known < unknown * 2 && unknown < known * 2, "\(known) and \(unknown)")
    }

    private func time(_ body: () async throws -> Void) async rethrows -> Duration {
        let start = ContinuousClock.now
        try await body()
        return ContinuousClock.now - start
    }

    @Test func theDecoyMatchesNothing() async throws {
        let hasher = AccountPasswordHasher()
        for password in ["", "AAAA", "correct horse battery"] { #expect(try await !hasher.verify(password, against: nil)) }
    }
}
