import Storage
import TestSupport
import Testing

@testable import Console

/// What a device waits for while the database does not answer.
struct ChangePatienceTests {
    @Test func aDeviceIsToldToComeAgainInsteadOfWaiting() async throws {
        let fixture = try await AccountsFixture()
        let start = ContinuousClock.now
        await #expect(throws: GatewayRefusal.self) {
            try await fixture.database.promptly(within: .milliseconds(50)) { _ in try await Task.sleep(for: .seconds(5)) }
        }
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test(arguments: [StorageError.unavailable(""), .conflict(""), .tooSlow(.seconds(1))]) func whatPassesIsALaterTime(
        error: StorageError
    ) async throws {
        let fixture = try await AccountsFixture()
        let refusal = await #expect(throws: GatewayRefusal.self) { try await fixture.database.promptly { _ in throw error } }
        #expect(refusal?.status == .upstreamTimeout)
    }

    @Test func whatDoesNotPassIsABug() async throws {
        let fixture = try await AccountsFixture()
        await #expect(throws: StorageError.constraint("")) { try await fixture.database.promptly { _ in throw StorageError.constraint("") } }
        #expect(try await fixture.database.promptly { try await $0.read { try $0.value("SELECT 1", as: Int.self) } } == 1)
    }
}
