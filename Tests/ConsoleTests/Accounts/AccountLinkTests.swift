import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct AccountLinkTests {
    private static let admin = NewAccount(email: "ann@example.com", password: AccountsFixture.password, role: AccountRole(role: .admin))
    private static let unusable = Problem(.conflict, "accounts.link.unusable")

    @Test func theSetupLinkMakesOneAdministratorOnce() async throws {
        let fixture = try await AccountsFixture()
        #expect(try await fixture.accounts.needsSetup())
        let token = try await fixture.accounts.makeSetupToken()
        _ = try await fixture.accounts.setUp(token: token, Self.admin, by: AccountsFixture.actor)
        #expect(try await !fixture.accounts.needsSetup())
        let again = NewAccount(email: "ben@example.com", password: AccountsFixture.password, role: AccountRole(role: .admin))
        #expect(await problem { try await fixture.accounts.setUp(token: token, again, by: AccountsFixture.actor) } == Self.unusable)
        #expect(try await fixture.actions() == ["account.setUp"])
    }

    @Test func twoWhoComeAtOnceMakeOneAdministrator() async throws {
        let fixture = try await AccountsFixture()
        let token = try await fixture.accounts.makeSetupToken()
        let made = await withTaskGroup(of: Bool.self) { group in
            for name in ["ann", "ben", "cid", "dan"] {
                group.addTask {
                    let new = NewAccount(email: "\(name)@example.com", password: AccountsFixture.password, role: AccountRole(role: .admin))
                    return (try? await fixture.accounts.setUp(token: token, new, by: AccountsFixture.actor)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
    }

    @Test func aNewerLinkAndADayEndALink() async throws {
        let fixture = try await AccountsFixture()
        let first = try await fixture.accounts.makeSetupToken()
        fixture.clock.advance(by: 59)
        _ = try await fixture.accounts.makeSetupToken()
        #expect(try await fixture.accounts.link(first) != nil)
        fixture.clock.advance(by: 1)
        let second = try await fixture.accounts.makeSetupToken()
        #expect(try await fixture.accounts.link(first) == nil)
        #expect(try await fixture.accounts.link(second) != nil)
        fixture.clock.advance(by: 86_400)
        #expect(try await fixture.accounts.link(second) == nil)
        await #expect(throws: Problem.self) { try await fixture.accounts.setUp(token: second, Self.admin, by: AccountsFixture.actor) }
    }

    @Test func aWeakPasswordDoesNotUseALinkUp() async throws {
        let fixture = try await AccountsFixture()
        let token = try await fixture.accounts.makeSetupToken()
        let weak = NewAccount(email: "ann@example.com", password: "short", role: AccountRole(role: .admin))
        await #expect(throws: Problem.self) { try await fixture.accounts.setUp(token: token, weak, by: AccountsFixture.actor) }
        _ = try await fixture.accounts.setUp(token: token, Self.admin, by: AccountsFixture.actor)
    }

    @Test func anInvitationSetsThePasswordOnce() async throws {
        let fixture = try await AccountsFixture()
        let invited = try await fixture.accounts.invite(
            Invitation(email: "Ben@example.com", name: nil, role: .viewer, app: "demo"),
            publicURL: "http://console",
            by: AccountsFixture.actor
        )
        await #expect(throws: Problem.self) { try await fixture.logIn("ben@example.com", "") }
        let token = try #require(invited.link.split(separator: "=").last).description
        #expect(invited.link.hasPrefix("http://console/password?token="))
        _ = try await fixture.accounts.setPassword(token: token, AccountsFixture.password, by: AccountsFixture.actor)
        _ = try await fixture.logIn("ben@example.com")
        let again = await #expect(throws: Problem.self) {
            try await fixture.accounts.setPassword(token: token, "another good one", by: AccountsFixture.actor)
        }
        #expect(again == Self.unusable)
    }

    @Test func aLinkForADisabledAccountDoesNotWork() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("root@example.com")
        let ann = try await fixture.make("ann@example.com", .viewer)
        let link = try await fixture.accounts.makePasswordLink(for: ann.id, publicURL: "", by: AccountsFixture.actor).link
        try await fixture.accounts.disable(ann.id, by: AccountsFixture.actor)
        let token = try #require(link.split(separator: "=").last).description
        await #expect(throws: Problem.self) { try await fixture.accounts.setPassword(token: token, "another good one", by: AccountsFixture.actor) }
        await #expect(throws: Problem.self) { try await fixture.accounts.makePasswordLink(for: ann.id, publicURL: "", by: AccountsFixture.actor) }
    }
}
