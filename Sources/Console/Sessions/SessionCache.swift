import Foundation
import Storage
import Synchronization

/// Remembers for 5 s who a secret stands for, so that a page with its pictures and streams costs one look-up.
///
/// Every change of accounts, roles, sessions and tokens empties it: what was taken away is gone with the next request.
public final class SessionCache: Sendable {
    private let clock: Clock
    private let state = Mutex(State())
    private static let lifetime: TimeInterval = 5
    /// Then all are forgotten: cheaper than keeping an order, and rare.
    private static let capacity = 10_000

    private struct State {
        var entries: [[UInt8]: (identity: Identity, since: Date)] = [:]
        /// Counts the changes, so that what was read before one is not kept after it.
        var changes = 0
    }

    public init(clock: Clock) {
        self.clock = clock
    }

    /// - Parameters:
    ///   - hash: SHA-256 of the secret.
    ///   - load: asks the database; what it does not know is not remembered, or strangers could fill the memory.
    func identity(_ hash: [UInt8], _ load: () async throws -> Identity?) async throws -> Identity? {
        let now = clock.now
        let (known, changes) = state.withLock { ($0.entries[hash], $0.changes) }
        if let known, now < known.since.addingTimeInterval(Self.lifetime), now < known.identity.until { return known.identity }
        guard let identity = try await load() else { return nil }
        state.withLock { state in
            guard state.changes == changes else { return }
            if state.entries.count >= Self.capacity { state.entries.removeAll() }
            state.entries[hash] = (identity, now)
        }
        return identity
    }

    func forget() {
        state.withLock { state in
            state.entries.removeAll()
            state.changes += 1
        }
    }
}
