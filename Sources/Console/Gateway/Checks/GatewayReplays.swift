import Foundation
import Signing
import Storage

/// Signatures of calls that changed something. In the database, so that none is taken twice after a restart either.
final class GatewayReplays: Sendable {
    private let database: Database
    private let clock: Clock
    /// Answers whether a signature is new.
    private let writes: GroupedWrites<Signature, Bool>

    private struct Signature: Sendable {
        let hash: [UInt8]
        let time: Date
    }

    init(database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
        writes = GroupedWrites(full: { StorageError.unavailable("too many calls wait") }, write: { await Self.write($0, to: database) })
    }

    /// - Throws: a refusal with 1001 for a signature that was there before, 4001 while the database is away.
    func take(_ proof: GatewayProof, of appKey: String, at time: Date) async throws {
        let hash = Digest.sha256(Array("\(appKey)\n\(proof.time)\n\(proof.signature.hex)".utf8))
        let isNew = try await database.promptly { [writes] _ in try await writes.take(Signature(hash: hash, time: time)) }
        guard isNew else {
            throw GatewayRefusal(.accessDenied, "the call was made before with the same signature")
        }
    }

    private static func write(_ group: [Signature], to database: Database) async -> [Result<Bool, any Error>] {
        // In one order on every node, so that two do not wait for each other.
        let order = group.indices.sorted { group[$0].hash.lexicographicallyPrecedes(group[$1].hash) }
        do {
            let new = try await database.write(.readCommitted) { connection in
                try order.map { ($0, try connection.insertGatewaySignature(group[$0].hash, at: group[$0].time)) }
            }
            return new.sorted { $0.0 < $1.0 }.map { .success($0.1) }
        } catch {
            return group.map { _ in .failure(error) }
        }
    }

    /// Forgets signatures whose time has passed for any clock that is accepted, also when this node's is ahead of those that took them.
    func purge() async throws {
        let limit = clock.now.addingTimeInterval(-4 * GatewayTime.validity)
        try await database.write { try $0.deleteGatewaySignatures(before: limit) }
    }
}
