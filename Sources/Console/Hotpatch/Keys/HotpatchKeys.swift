import Foundation
import Signing
import Storage
import Web

/// What can be done with the keys that patches are signed with. Each verb is one transaction with its audit entry.
public struct HotpatchKeys: Sendable {
    let database: Database
    let audit: Audit
    /// Of the key file: seals the private halves.
    let key: [UInt8]
    let clock: Clock

    init(database: Database, audit: Audit, key: [UInt8], clock: Clock) {
        (self.database, self.audit, self.key, self.clock) = (database, audit, key, clock)
    }

    // MARK: looking

    /// Those that clients may trust, the active ones first, then the newest.
    func list(_ app: String) async throws -> [HotpatchKeyView] {
        try await all(app).filter { $0.state != .retired }.map(HotpatchKeyView.init)
    }

    /// Retired ones too, as the page shows them.
    func all(_ app: String) async throws -> [HotpatchStoredKey] {
        let keys = try await database.read { try $0.hotpatchKeys(app) }
        return HotpatchKeyState.allCases.flatMap { state in keys.filter { $0.state == state } }
    }

    /// - Throws: `notFound`.
    func stored(_ id: String, of app: String) async throws -> HotpatchStoredKey {
        try await database.read { try $0.hotpatchKey(app, id) }
    }

    /// The halves that a package may be signed with.
    func publicKeys(of app: String) async throws -> [HotpatchPublicKey] {
        try await all(app).filter { $0.state != .retired }.map(\.half)
    }

    // MARK: signing

    /// The key that new packages are signed with: the active one of the format's usual algorithm, else of another that may sign it. An app
    /// without any gets one, so that a first release needs no preparation; but clients have to learn its public half.
    func signingKey(of app: String, for format: HotpatchFormat) async throws -> HotpatchSigningKey {
        for _ in 0..<3 {
            let active = try await all(app).filter { $0.state == .active }
            let found = format.algorithms.lazy.compactMap { algorithm in active.first { $0.algorithm == algorithm } }.first
            if let found { return try await signingKey(found.id, of: app) }
            do {
                _ = try await make(NewHotpatchKey(algorithm: format.algorithms[0]), for: app, by: .console, onlyFirst: true)
            } catch let problem as Problem where problem.kind == .conflict {
                // Another release made one in the meantime.
            }
        }
        throw Problem(.conflict, "hotpatch.keys.none")
    }

    /// One by its id, also an older one.
    /// - Throws: `notFound`; `conflict` for a retired one.
    func signingKey(_ id: String, of app: String) async throws -> HotpatchSigningKey {
        let (stored, sealed) = try await database.read { connection in
            (try connection.hotpatchKey(app, id), try connection.sealedHotpatchKey(app, id))
        }
        guard stored.state != .retired else { throw Problem(.conflict, "hotpatch.keys.state.retired") }
        guard let found = HotpatchSigningKey(try HotpatchKeySeal.open(sealed, key, app: app, id: id)) else { throw Problem.notFound }
        return found
    }

    /// A key's signature over the file with a public key, its own or another's: what a client compiles in, and checks the file with when it starts.
    /// - Throws: `notFound`; `conflict` when the signer is retired.
    func signature(over id: String, by signer: String, of app: String) async throws -> [UInt8] {
        let file = Array(try await stored(id, of: app).publicKey.pem.utf8)
        let signer = try await signingKey(signer, of: app)
        guard let scheme = signer.algorithm.scheme(in: .sealed) else { throw Problem.notFound }
        return try signer.privateKey.sign(file, scheme)
    }

    // MARK: taking

    /// Makes a key here.
    /// - Throws: `invalid`; `conflict` when there are too many.
    func make(_ new: NewHotpatchKey, for app: String, by actor: Actor, onlyFirst: Bool = false) async throws -> HotpatchStoredKey {
        try new.check()
        let made = await Self.generate(new)
        return try await keep(made, .made, new.activate, app, by: actor, onlyFirst: onlyFirst)
    }

    /// Some seconds of a core for large ones: not on the threads that answer devices.
    private static func generate(_ new: NewHotpatchKey) async -> PrivateKey {
        await withCheckedContinuation { done in
            DispatchQueue.global(qos: .utility).async {
                done.resume(returning: new.algorithm == .rsa ? PrivateKey.makeRSA(bits: new.bits ?? 2048) : PrivateKey.make())
            }
        }
    }

    /// Takes a private key that was made elsewhere.
    /// - Throws: `invalid` beside the field that is to blame; `conflict` when it is there already, or when there are too many.
    func take(_ pem: [UInt8], _ new: HotpatchKeyImport, for app: String, by actor: Actor) async throws -> HotpatchStoredKey {
        try await keep(try HotpatchKeyFile(bytes: pem, password: new.password ?? "").read(), .imported, new.activate, app, by: actor)
    }

    private func keep(
        _ made: PrivateKey,
        _ origin: HotpatchKeyOrigin,
        _ activate: Bool?,
        _ app: String,
        by actor: Actor,
        onlyFirst: Bool = false
    ) async throws -> HotpatchStoredKey {
        guard let signing = HotpatchSigningKey(made) else { throw Problem.invalid("file", "hotpatch.keys.otherKind") }
        let sealed = try HotpatchKeySeal.seal(made, key, app: app, id: signing.id)
        let now = clock.now
        return try await database.write { [audit] connection in
            let others = try connection.hotpatchKeys(app)
            guard others.count < HotpatchKeyLimits.most else {
                throw Problem(.conflict, "hotpatch.keys.tooMany", ["limit": "\(HotpatchKeyLimits.most)"])
            }
            if others.contains(where: { $0.id == signing.id }) { throw Problem(.conflict, "hotpatch.keys.twice", ["id": signing.id]) }
            let isFirst = !others.contains { $0.algorithm == signing.algorithm && $0.state == .active }
            if onlyFirst, !isFirst { throw Problem(.conflict, "hotpatch.keys.none") }
            let isActive = activate ?? isFirst
            if isActive { try connection.stepDownHotpatchKey(app, signing.algorithm) }
            let stored = HotpatchStoredKey(signing, app, origin, isActive ? .active : .listed, at: now, by: actor)
            try connection.insertHotpatchKey(stored, sealed: sealed)
            let action = origin == .made ? "hotpatchKey.make" : "hotpatchKey.import"
            try audit.record(connection, by: actor, action, app: app, object: stored.id, after: stored.audited)
            return stored
        }
    }
}

extension HotpatchStoredKey {
    fileprivate init(_ key: HotpatchSigningKey, _ app: String, _ origin: HotpatchKeyOrigin, _ state: HotpatchKeyState, at now: Date, by actor: Actor)
    {
        self.init(
            id: key.id,
            app: app,
            algorithm: key.algorithm,
            bits: key.privateKey.kind.bits,
            publicKey: key.publicKey.key,
            origin: origin,
            state: state,
            createdAt: now,
            createdBy: actor.name,
            retiredAt: nil
        )
    }

    /// For the log of changes: nothing in it is secret.
    var audited: [String: String] { ["algorithm": algorithm.rawValue, "bits": "\(bits)", "state": state.rawValue] }
}

extension PrivateKey.Kind {
    /// Of RSA's modulus; 256 for curves.
    fileprivate var bits: Int {
        if case .rsa(let bits) = self { bits } else { 256 }
    }
}
