import Foundation
import Storage
import Synchronization

/// Remembers for 5 s who a secret stands for, so that a page with its pictures and streams costs one look-up.
///
/// Every change of accounts, roles, sessions and tokens empties it: what was taken away is gone with the next request to this node, and
/// as soon as another one hears of it; 5 s later at the latest, whatever was heard.
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
        var version = -1
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

    /// How often it was emptied: what was read at another number may be out of date.
    var changes: Int { state.withLock { $0.changes } }

    /// Of the topic ``ChangeTopic/accounts``.
    var version: Int { state.withLock { $0.version } }

    /// After a change by any node. Empty even when the version cannot be read.
    func refresh(from database: Database) async throws {
        forget()
        let version = try await database.read { try $0.version(of: .accounts) }
        forget(at: version)
    }

    private func forget(at version: Int? = nil) {
        state.withLock { state in
            state.entries.removeAll()
            state.changes += 1
            state.version = version ?? state.version
        }
    }
}
