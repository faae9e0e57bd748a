/// What has to hold, inside the transaction, for a write to count: mostly that a lease is still held.
///
/// Set for a task it is asked by every write of that task, so that no effect of a worker that lost its lease gets in:
/// `Database.$guardian.withValue(WriteGuard { try lease.check($0) }) { try await tick() }`.
public struct WriteGuard: Sendable {
    let check: @Sendable (Connection) throws -> Void

    /// - Parameter check: throws when nothing may be written any more.
    public init(_ check: @escaping @Sendable (Connection) throws -> Void) {
        self.check = check
    }
}
