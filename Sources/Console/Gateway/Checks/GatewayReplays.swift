import Foundation
import Signing
import Storage

/// Signatures of calls that changed something. In the database, so that none is taken twice after a restart either.
struct GatewayReplays: Sendable {
    let database: Database
    let clock: Clock

    /// - Throws: a refusal with 1001 for a signature that was there before.
    func take(_ proof: GatewayProof, of appKey: String, at time: Date) async throws {
        let hash = Digest.sha256(Array("\(appKey)\n\(proof.time)\n\(proof.signature.hex)".utf8))
        guard try await database.write({ try $0.insertGatewaySignature(hash, at: time) }) else {
            throw GatewayRefusal(.accessDenied, "the call was made before with the same signature")
        }
    }

    /// Forgets signatures whose time has passed for any clock that is accepted.
    func purge() async throws {
        let limit = clock.now.addingTimeInterval(-2 * GatewayTime.validity)
        try await database.write { try $0.deleteGatewaySignatures(before: limit) }
    }
}
