import Foundation
import Storage
import Synchronization

/// The right to do something that only one node at a time may do, such as to run the schedulers.
///
/// It is a row that is prolonged by the database's clock, not an advisory lock: PostgreSQL still held one 30 s after its client was killed.
/// A node that stands still while its lease runs out does not notice, so each holder gets a higher token, and every effect proves in its own
/// transaction that the token is still the latest: see ``NodeHold``.
public final class NodeLease: Sendable {
    let name: String
    let holder: String
    private let database: Database
    private let life: Duration
    private let held = Mutex<(hold: NodeHold, until: ContinuousClock.Instant)?>(nil)

    /// Goal: another node goes on 15 s after one died.
    static let life = Duration.seconds(10)
    /// How often to ``keep()`` it: it survives two that fail.
    static let period = Duration.seconds(3)

    /// - Parameter holder: the node's id.
    init(_ name: String, holder: String, database: Database, life: Duration = life) {
        self.name = name
        self.holder = holder
        self.database = database
        self.life = life
    }

    /// Takes the lease when nobody has it, prolongs it when this node has.
    /// - Returns: nil while another node has it.
    @discardableResult
    func keep() async throws -> NodeHold? {
        let asked = ContinuousClock.now
        let token = try await database.write(.readCommitted) { [name, holder, life] in try $0.takeLease(name, holder, for: life) }
        let hold = token.map { NodeHold(name: name, holder: holder, token: $0) }
        held.withLock { $0 = hold.map { ($0, asked + life) } }
        return hold
    }

    /// What this node believes to hold; nil too when it could not prolong it in time.
    var hold: NodeHold? {
        held.withLock { held in held.flatMap { $0.until > .now ? $0.hold : nil } }
    }

    /// Lets another node take it at once.
    func release() async throws {
        guard
            let hold = held.withLock({ held in
                defer { held = nil }
                return held?.hold
            })
        else { return }
        try await database.write(.readCommitted) { try $0.releaseLease(hold) }
    }
}

/// A lease as one holder got it: what its effects carry.
public struct NodeHold: Sendable, Equatable {
    let name: String
    let holder: String
    /// Higher than that of all holders before.
    let token: Int

    /// Runs something whose every write is refused once another node has the lease, also when it stood still in between.
    /// - Throws: ``NodeLeaseLost`` from such a write.
    func guarding<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        try await Database.$guardian.withValue(WriteGuard { try check($0) }) { try await work() }
    }

    /// Inside an effect's transaction; until that ends nobody can take the lease over.
    /// - Throws: ``NodeLeaseLost``.
    func check(_ connection: Connection) throws {
        guard try connection.leaseToken(name, holder) == token else { throw NodeLeaseLost(name: name) }
    }
}

/// Another node has the lease now: nothing was written.
public struct NodeLeaseLost: Error, CustomStringConvertible {
    let name: String

    public var description: String { "another node has the lease of \(name)" }
}
