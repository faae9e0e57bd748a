import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct AuditTests {
    @Test(arguments: ["UPDATE audit_event SET actor = 'x'", "DELETE FROM audit_event"])
    func theLogOnlyGrows(_ statement: String) async throws {
        let fixture = try await AccountsFixture()
        try await fixture.make("ann@example.com")
        await #expect(throws: StorageError.constraint("audit_event only grows")) {
            try await fixture.database.write { try $0.run(SQL(trusted: statement)) }
        }
        #expect(try await fixture.actions() == ["account.create"])
    }

    @Test func aChangeThatFailsLeavesNoEntry() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        await #expect(throws: Problem.self) { try await fixture.accounts.setRole(nil, on: "*", of: ann.id, by: AccountsFixture.actor) }
        #expect(try await fixture.actions() == ["account.create"])
    }

    @Test func everyVerbIsWrittenDown() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        let session = try #require(try await fixture.sessions.identity(try await fixture.logIn("ann@example.com").secret))
        _ = try? await fixture.logIn("ann@example.com", "wrong password")
        let token = try await fixture.tokens.create(NewToken(name: "ci", scopes: [.read]), for: session.viewer, by: AccountsFixture.actor)
        try await fixture.tokens.revoke(token.id, for: session.viewer, by: AccountsFixture.actor)
        try await fixture.sessions.logOutEverywhere(ann.id, by: AccountsFixture.actor)
        #expect(
            Set(try await fixture.actions()) == [
                "account.create", "account.logIn", "account.refuseLogIn", "token.create", "token.revoke", "account.logOutEverywhere",
            ]
        )
    }

    @Test func secretsAreNotInTheLog() async throws {
        let fixture = try await AccountsFixture()
        let token = try await fixture.tokens.create(NewToken(name: "ci", scopes: [.read]), for: nil, by: .local)
        let records = try await fixture.database.read { try $0.auditRecords(AuditFilter(), limit: 10) }
        #expect(records.first?.after["token"] == "***")
        #expect(!"\(records)".contains(token.token))
    }

    @Test func theLogIsFilteredAndPaged() async throws {
        let fixture = try await AccountsFixture()
        for name in ["ann", "ben", "cid"] {
            try await fixture.make("\(name)@example.com")
            fixture.clock.advance(by: 60)
        }
        let start = fixture.clock.now.addingTimeInterval(-180)
        let filters: [(AuditFilter, Int)] = [
            (AuditFilter(), 3), (AuditFilter(who: "TEST"), 3), (AuditFilter(who: "%"), 0), (AuditFilter(action: "account.create"), 3),
            (AuditFilter(action: "account"), 0), (AuditFilter(object: "BEN"), 1), (AuditFilter(app: "demo"), 0),
            (AuditFilter(from: start.addingTimeInterval(60)), 2), (AuditFilter(to: start.addingTimeInterval(60)), 1),
        ]
        try await fixture.database.read { connection in
            for (filter, count) in filters {
                #expect(try connection.countAuditRecords(filter) == count)
                #expect(try connection.auditRecords(filter, limit: 10).count == count)
            }
            #expect(try connection.auditActions() == ["account.create"])
            let first = try #require(try connection.auditRecords(AuditFilter(), limit: 1).first)
            let rest = try connection.auditRecords(
                AuditFilter(),
                before: Cursor(first.at, first.id),
                limit: 10
            )
            #expect(([first] + rest).map(\.object) == ["cid@example.com", "ben@example.com", "ann@example.com"])
        }
    }
}
