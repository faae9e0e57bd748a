import Foundation
import Signing
import Storage
import Synchronization

/// The append-only log of changes: who, when, from where, what, before and after.
///
/// Recorded in the transaction that makes the change, so that neither exists without the other.
public final class Audit: Sendable {
    private let clock: Clock
    private let tell: Told
    private let count = Atomic(0)

    /// Who else is to know of an entry, in the same transaction.
    public typealias Told = @Sendable (Connection, AuditRecord) throws -> Void

    public init(clock: Clock, tell: @escaping Told = { _, _ in }) {
        self.clock = clock
        self.tell = tell
    }

    /// - Parameters:
    ///   - action: the trade's word, e.g. `app.create`; named in the catalogue under `label.action.…` with `_` for the dot.
    ///   - object: what was changed, e.g. an app's or account's id.
    ///   - before: the changed fields as they were. Secrets never; say `***`.
    ///   - after: the changed fields as they are.
    public func record(
        _ connection: Connection,
        by actor: Actor,
        _ action: String,
        app: String? = nil,
        object: String,
        before: [String: String] = [:],
        after: [String: String] = [:]
    ) throws {
        let record = AuditRecord(
            id: makeID(),
            at: clock.now,
            actor: actor.id,
            actorName: actor.name,
            address: actor.address,
            requestID: actor.requestID,
            action: action,
            app: app,
            object: object,
            before: before,
            after: after
        )
        try connection.insertAudit(record)
        try tell(connection, record)
    }

    /// Rises, because the log is read by time and id, and one request may write several entries in a millisecond.
    private func makeID() -> String {
        let number = String(count.add(1, ordering: .relaxed).newValue, radix: 16)
        return String(repeating: "0", count: 16 - number.count) + number + Random.hex(8)
    }
}
