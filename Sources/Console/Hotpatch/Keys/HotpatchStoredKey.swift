import Foundation
import Signing
import Storage
import Web

/// A key of an app as the console keeps it. The private half is not in here.
struct HotpatchStoredKey: Sendable, Equatable {
    let id: String
    let app: String
    let algorithm: HotpatchAlgorithm
    /// Of RSA's modulus; 256 on P-256.
    let bits: Int
    let publicKey: PublicKey
    let origin: HotpatchKeyOrigin
    let state: HotpatchKeyState
    let createdAt: Date
    let createdBy: String
    let retiredAt: Date?

    /// What clients have of it.
    var half: HotpatchPublicKey { HotpatchPublicKey(id: id, algorithm: algorithm, key: publicKey) }
}

enum HotpatchKeyOrigin: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case made, imported
}

/// What a key is used for.
enum HotpatchKeyState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// New packages of its algorithm are signed with it: one of each at most.
    case active
    /// Clients trust it: an older one, for what was signed with it, or one that clients are to learn before it is used.
    case listed
    /// Nobody should trust it any more. It keeps its private half.
    case retired

    /// What may follow what.
    static let transitions: [HotpatchKeyState: Set<HotpatchKeyState>] = [
        .active: [.listed, .retired], .listed: [.active, .retired], .retired: [.listed],
    ]

    func mayBecome(_ next: HotpatchKeyState) -> Bool {
        Self.transitions[self]?.contains(next) ?? false
    }
}

/// The private half at rest: AES-256-GCM under the key file, bound to app and key so that no row can take another's.
enum HotpatchKeySeal {
    static func seal(_ key: PrivateKey, _ installation: [UInt8], app: String, id: String) throws -> [UInt8] {
        try AESGCM.seal(key.der, key: installation, authenticating: context(app, id))
    }

    static func open(_ sealed: [UInt8], _ installation: [UInt8], app: String, id: String) throws -> PrivateKey {
        try PrivateKey(der: try AESGCM.open(sealed, key: installation, authenticating: context(app, id)))
    }

    private static func context(_ app: String, _ id: String) -> [UInt8] {
        Array("hotpatch key \(app) \(id)".utf8)
    }
}
