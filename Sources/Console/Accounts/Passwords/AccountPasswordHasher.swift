import Foundation
import Signing
import Web

/// Hashes passwords beside the server's own threads, two at a time: each hash takes 128 MiB and a core for a third of a second
/// (`Scrypt.Cost.standard`), so a crowd at the door has to queue, and a longer queue than 64 is sent away.
public final class AccountPasswordHasher: Sendable {
    private let queue = OperationQueue()
    private let cost: Scrypt.Cost
    /// Verified when there is no record to verify against, so that an unknown e-mail takes as long as a known one.
    /// No password has this hash: finding one would be breaking scrypt.
    private let decoy: String
    private static let longestQueue = 64

    /// - Parameter atOnce: how many hashes are made at the same time.
    public init(cost: Scrypt.Cost = .standard, atOnce: Int = 2) {
        self.cost = cost
        queue.maxConcurrentOperationCount = atOnce
        decoy = "$scrypt$ln=\(cost.ln),r=\(cost.r),p=\(cost.p)$\(String(repeating: "A", count: 22))$\(String(repeating: "A", count: 43))"
    }

    /// A new record.
    /// - Throws: `unavailable` when too many are waiting.
    func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await run { Scrypt.hash(password: password.precomposedStringWithCanonicalMapping, cost: cost) }
    }

    /// - Parameter record: nil when there is none; that takes the same time.
    /// - Throws: `unavailable` when too many are waiting.
    func verify(_ password: String, against record: String?) async throws -> Bool {
        let text = record ?? decoy
        let matches = try await run { Scrypt.verify(password: password.precomposedStringWithCanonicalMapping, against: text) }
        return matches && record != nil
    }

    /// Whether a record that was just verified should be replaced by one of today's cost.
    func needsRehash(_ record: String) -> Bool {
        Scrypt.needsRehash(record, cost: cost)
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
        guard queue.operationCount < Self.longestQueue else { throw Problem(.unavailable, "accounts.busy", retryAfter: 5) }
        return await withCheckedContinuation { continuation in
            queue.addOperation { continuation.resume(returning: work()) }
        }
    }
}
