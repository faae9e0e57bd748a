import Foundation
import Signing
import Storage
import Synchronization

/// Signatures of calls that changed something. In the database, so that none is taken twice after a restart either.
///
/// Calls that come while others are being written wait and make the next transaction, so that a commit is shared by as many as there are.
final class GatewayReplays: Sendable {
    private let database: Database
    private let clock: Clock
    private let queue = Mutex(Queue())

    /// Signatures in one transaction.
    private static let mostAtOnce = 500
    /// Calls that wait at once; one more is told to come later.
    private static let longestQueue = 10_000

    private struct Waiting: Sendable {
        let hash: [UInt8]
        let time: Date
        let answer: CheckedContinuation<Bool, any Error>
    }

    private struct Queue {
        var waiting: [Waiting] = []
        var isWriting = false
    }

    init(database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
    }

    /// - Throws: a refusal with 1001 for a signature that was there before, 4001 while the database is away.
    func take(_ proof: GatewayProof, of appKey: String, at time: Date) async throws {
        let hash = Digest.sha256(Array("\(appKey)\n\(proof.time)\n\(proof.signature.hex)".utf8))
        let isNew = try await database.promptly { _ in try await self.isNew(hash, at: time) }
        guard isNew else {
            throw GatewayRefusal(.accessDenied, "the call was made before with the same signature")
        }
    }

    private func isNew(_ hash: [UInt8], at time: Date) async throws -> Bool {
        try await withCheckedThrowingContinuation { answer in
            let begins = queue.withLock { queue -> Bool? in
                guard queue.waiting.count < Self.longestQueue else { return nil }
                queue.waiting.append(Waiting(hash: hash, time: time, answer: answer))
                defer { queue.isWriting = true }
                return !queue.isWriting
            }
            guard let begins else { return answer.resume(throwing: StorageError.unavailable("too many calls wait")) }
            if begins { Task { await self.write() } }
        }
    }

    /// Writes until nobody waits any more.
    private func write() async {
        while true {
            let group = queue.withLock { queue in
                let group = Array(queue.waiting.prefix(Self.mostAtOnce))
                queue.waiting.removeFirst(group.count)
                queue.isWriting = !group.isEmpty
                return group
            }
            if group.isEmpty { return }
            await write(group)
        }
    }

    private func write(_ group: [Waiting]) async {
        // In one order on every node, so that two do not wait for each other.
        let group = group.sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
        do {
            let new = try await database.write(.readCommitted) { connection in
                try group.map { try connection.insertGatewaySignature($0.hash, at: $0.time) }
            }
            for (waiting, isNew) in zip(group, new) { waiting.answer.resume(returning: isNew) }
        } catch {
            for waiting in group { waiting.answer.resume(throwing: error) }
        }
    }

    /// Forgets signatures whose time has passed for any clock that is accepted, also when this node's is ahead of those that took them.
    func purge() async throws {
        let limit = clock.now.addingTimeInterval(-4 * GatewayTime.validity)
        try await database.write { try $0.deleteGatewaySignatures(before: limit) }
    }
}
