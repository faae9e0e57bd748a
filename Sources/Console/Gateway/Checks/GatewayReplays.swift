import Foundation
import Signing
import Storage

/// Signatures of calls that changed something. In the database, so that none is taken twice after a restart either.
struct GatewayReplays: Sendable {
    let database: Database
    let clock: Clock

    /// - Throws: a refusal with 1001 for a signature that was there before, 4001 while the database is away.
    func take(_ proof: GatewayProof, of appKey: String, at time: Date) async throws {
        let hash = Digest.sha256(Array("\(appKey)\n\(proof.time)\n\(proof.signature.hex)".utf8))
        let isNew = try await database.promptly { try await $0.write(.readCommitted) { try $0.insertGatewaySignature(hash, at: time) } }
        guard isNew else {
            throw GatewayRefusal(.accessDenied, "the call was made before with the same signature")
        }
    }

    /// Forgets signatures whose time has passed for any clock that is accepted, also when this node's is ahead of those that took them.
    func purge() async throws {
        let limit = clock.now.addingTimeInterval(-4 * GatewayTime.validity)
        try await database.write { try $0.deleteGatewaySignatures(before: limit) }
    }
}
