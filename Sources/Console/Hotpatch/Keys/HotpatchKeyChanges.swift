import Foundation
import Signing
import Storage
import Web

/// What becomes of a key later.
extension HotpatchKeys {
    /// A new key takes the place of the active one, which stays listed for what was signed with it.
    /// - Throws: `notFound`; `conflict` for one that is not active.
    func rotate(_ id: String, of app: String, by actor: Actor) async throws -> HotpatchStoredKey {
        let old = try await stored(id, of: app)
        guard old.state == .active else { throw Problem(.conflict, "hotpatch.keys.notActive") }
        let bits = old.algorithm == .rsa ? min(old.bits, 3072) : nil
        return try await make(NewHotpatchKey(algorithm: old.algorithm, bits: bits, activate: true), for: app, by: actor)
    }

    /// New packages are signed with it from now on.
    /// - Throws: `notFound`; `conflict` for one that is active or retired.
    func activate(_ id: String, of app: String, by actor: Actor) async throws {
        try await move(id, of: app, to: .active, "hotpatchKey.activate", by: actor)
    }

    /// Clients should not trust it any more.
    /// - Throws: `notFound`; `conflict` when it is so already.
    func retire(_ id: String, of app: String, by actor: Actor) async throws {
        try await move(id, of: app, to: .retired, "hotpatchKey.retire", by: actor)
    }

    /// Lists it again.
    /// - Throws: `notFound`; `conflict` for one that is not retired.
    func restore(_ id: String, of app: String, by actor: Actor) async throws {
        guard try await stored(id, of: app).state == .retired else { throw Problem(.conflict, "hotpatch.keys.notRetired") }
        try await move(id, of: app, to: .listed, "hotpatchKey.restore", by: actor)
    }

    private func move(_ id: String, of app: String, to state: HotpatchKeyState, _ action: String, by actor: Actor) async throws {
        let now = clock.now
        try await database.write { [audit] connection in
            let old = try connection.hotpatchKey(app, id)
            guard old.state.mayBecome(state) else { throw Problem(.conflict, "hotpatch.keys.state.\(old.state.rawValue)") }
            if state == .active { try connection.stepDownHotpatchKey(app, old.algorithm) }
            try connection.setHotpatchKeyState(app, id, state, retiredAt: state == .retired ? now : nil)
            try audit.record(
                connection,
                by: actor,
                action,
                app: app,
                object: id,
                before: ["state": old.state.rawValue, "algorithm": old.algorithm.rawValue],
                after: ["state": state.rawValue]
            )
        }
    }

    /// The private half, sealed with a password: for `console hotpatch` on another machine. Written down each time.
    /// - Throws: `notFound`; `invalid` for a password that is too short.
    func export(_ id: String, of app: String, password: String, by actor: Actor) async throws -> HotpatchKeyExport {
        guard (12...HotpatchKeyLimits.password).contains(password.unicodeScalars.count) else {
            throw Problem.invalid("password", "hotpatch.keys.password.length")
        }
        let (stored, sealed) = try await database.write { [audit] connection in
            let stored = try connection.hotpatchKey(app, id)
            try audit.record(connection, by: actor, "hotpatchKey.export", app: app, object: id, after: ["algorithm": stored.algorithm.rawValue])
            return (stored, try connection.sealedHotpatchKey(app, id))
        }
        let own = try HotpatchKeySeal.open(sealed, key, app: app, id: id)
        return HotpatchKeyExport(id: id, algorithm: stored.algorithm, privateKeyPEM: own.sealedPEM(password: password))
    }
}

/// A private key as it may leave the console.
struct HotpatchKeyExport: Codable, Sendable {
    let id: String
    let algorithm: HotpatchAlgorithm
    /// `ENCRYPTED PRIVATE KEY`: PKCS#8, AES-256-CBC under PBKDF2.
    let privateKeyPEM: String
}
