import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct AccountTests {
    @Test func emailsAreOneWhateverTheirCase() async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("Ann@Example.com")
        #expect(try await fixture.accounts.account(email: " ann@example.COM ")?.name == "Ann")
        let problem = await #expect(throws: Problem.self) { try await fixture.make("ANN@example.com") }
        #expect(problem == .invalid("email", "accounts.email.taken"))
    }

    @Test(arguments: ["", "ann", "ann@", "@example.com", "a b@example.com", "ann@exam ple.com", "ann@-", "\u{202E}ann@example.com"])
    func otherThingsAreNoEmails(_ text: String) {
        #expect(!AccountRules.email(text).isEmpty)
    }

    @Test(arguments: [
        ("short", "accounts.password.length"), (String(repeating: "x", count: 129), "accounts.password.length"),
        ("ANN.LONG@example.com", "accounts.password.own"), ("Password123", "accounts.password.common"),
        ("qwertyuiop", "accounts.password.common"), ("correct horse", nil), ("密码密码密码密码密码🔑", nil), (String(repeating: "x", count: 128), nil),
    ])
    func passwordsAreLongAndNotTheCommonest(_ password: String, _ key: String?) {
        let wrong = AccountRules.password(password, email: "ann.long@example.com", name: "Ann")
        #expect(wrong.first?.message.key == key)
    }

    @Test func theListHoldsOnlyWhatLengthDoesNotRefuse() {
        #expect(AccountCommonPasswords.all.count >= 200)
        #expect(AccountCommonPasswords.all.allSatisfy { AccountRules.passwordLength.contains($0.unicodeScalars.count) && $0 == $0.lowercased() })
    }

    @Test func theLastAdministratorStays() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        let last = Problem(.conflict, "accounts.lastAdmin")
        #expect(await problem { try await fixture.accounts.disable(ann.id, by: AccountsFixture.actor) } == last)
        #expect(await problem { try await fixture.accounts.setRole(nil, on: "*", of: ann.id, by: AccountsFixture.actor) } == last)
        #expect(await problem { try await fixture.accounts.setRole(.viewer, on: "*", of: ann.id, by: AccountsFixture.actor) } == last)
        #expect(try await fixture.accounts.account(ann.id) == ann)

        try await fixture.make("ben@example.com")
        try await fixture.accounts.disable(ann.id, by: AccountsFixture.actor)
        #expect(try await fixture.accounts.account(ann.id).disabledAt != nil)
    }

    /// Before somebody set the console up, scripts of the command line may invite members and give them roles.
    @Test func withoutAnAdministratorRolesCanBeGivenAllTheSame() async throws {
        let fixture = try await AccountsFixture()
        let ben = try await fixture.make("ben@example.com", .viewer)
        try await fixture.accounts.setRole(.operator, on: "demo", of: ben.id, by: AccountsFixture.actor)
        try await fixture.accounts.disable(ben.id, by: AccountsFixture.actor)
        #expect(try await fixture.accounts.account(ben.id).disabledAt != nil)
    }

    @Test func aNameThatNobodyGaveIsTheBeginningOfTheEmail() {
        #expect(AccountRules.name("  ", of: " Ann@example.com") == "Ann")
        #expect(AccountRules.name(" Ann Lee ", of: "x@example.com") == "Ann Lee")
        #expect(AccountRules.name(AccountRules.name(nil, of: String(repeating: "a", count: 64) + "@example.com")).isEmpty)
    }

    @Test func anInvitedAdministratorWhoHasNotComeDoesNotCount() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        _ = try await fixture.accounts.invite(
            Invitation(email: "ben@example.com", name: nil, role: .admin, app: nil),
            publicURL: "http://console",
            by: AccountsFixture.actor
        )
        await #expect(throws: Problem.self) { try await fixture.accounts.disable(ann.id, by: AccountsFixture.actor) }
    }

    @Test func rolesAreGivenChangedAndTakenPerApp() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com", .viewer)
        try await fixture.make("root@example.com")
        try await fixture.accounts.setRole(.operator, on: "demo", of: ann.id, by: AccountsFixture.actor)
        try await fixture.accounts.setRole(.releaser, on: "demo", of: ann.id, by: AccountsFixture.actor)
        #expect(try await fixture.accounts.account(ann.id).roles == [AccountRole(role: .viewer), AccountRole(app: "demo", role: .releaser)])
        try await fixture.accounts.forget(app: "demo")
        try await fixture.accounts.setRole(nil, on: "*", of: ann.id, by: AccountsFixture.actor)
        #expect(try await fixture.accounts.account(ann.id).roles.isEmpty)
    }

    @Test func membersComeInPages() async throws {
        let fixture = try await AccountsFixture()
        for name in ["cid", "ann", "ben"] { try await fixture.make("\(name)@example.com") }
        let first = try await fixture.accounts.members(try ListPlace(limit: 2, cursor: nil))
        #expect(first.items.map(\.email) == ["ann@example.com", "ben@example.com"])
        #expect(first.items.map(\.roles) == [[AccountRole(role: .admin)], [AccountRole(role: .admin)]])
        #expect(first.total == 3)
        let second = try await fixture.accounts.members(try ListPlace(limit: 2, cursor: first.next.value))
        #expect(second.items.map(\.email) == ["cid@example.com"])
        #expect(second.next.value == nil)
        #expect(try await fixture.accounts.members(matching: "BE%", try ListPlace(limit: nil, cursor: nil)).items.isEmpty)
        #expect(try await fixture.accounts.members(matching: "BEN", try ListPlace(limit: nil, cursor: nil)).items.count == 1)
    }
}
