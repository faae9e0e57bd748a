import TestSupport
import Testing

@testable import Console

struct AuditOrderTests {
    /// The clock stands still, so only the ids can tell the order.
    @Test func entriesOfOneMomentStandInTheirOrder() async throws {
        let fixture = try await AccountsFixture()
        let ann = try await fixture.make("ann@example.com")
        try await fixture.make("ben@example.com")
        for _ in 0..<8 {
            try await fixture.accounts.disable(ann.id, by: AccountsFixture.actor)
            try await fixture.accounts.enable(ann.id, by: AccountsFixture.actor)
        }
        let turns = Array(repeating: ["account.disable", "account.enable"], count: 8).joined()
        #expect(try await fixture.actions() == ["account.create", "account.create"] + turns)
    }
}
