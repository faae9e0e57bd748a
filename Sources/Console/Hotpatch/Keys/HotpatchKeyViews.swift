import Foundation
import Signing
import Web

/// A key that clients may trust, as the contract lists it.
struct HotpatchKeyView: Codable, Sendable, Equatable {
    let id: String
    let algorithm: HotpatchAlgorithm
    /// `-----BEGIN PUBLIC KEY-----`: SubjectPublicKeyInfo.
    let publicKeyPEM: String

    init(_ key: HotpatchStoredKey) {
        id = key.id
        algorithm = key.algorithm
        publicKeyPEM = key.publicKey.pem
    }
}

/// All that is known of a key; never its private half.
struct HotpatchKeyDetails: Codable, Sendable {
    let id: String
    let algorithm: HotpatchAlgorithm
    /// Of RSA's modulus; 256 on P-256.
    let bits: Int
    let state: HotpatchKeyState
    let origin: HotpatchKeyOrigin
    let publicKeyPEM: String
    /// SHA-256 of the SubjectPublicKeyInfo, in hexadecimal digits.
    let sha256: String
    /// The formats that it signs.
    let formats: [Int]
    let createdAt: Date
    let createdBy: String
    let retiredAt: OrNull<Date>

    init(_ key: HotpatchStoredKey) {
        id = key.id
        algorithm = key.algorithm
        bits = key.bits
        state = key.state
        origin = key.origin
        publicKeyPEM = key.publicKey.pem
        sha256 = key.publicKey.sha256
        formats = HotpatchFormat.allCases.filter { key.algorithm.scheme(in: $0) != nil }.map(\.rawValue)
        createdAt = key.createdAt
        createdBy = key.createdBy
        retiredAt = OrNull(key.retiredAt)
    }
}

/// What `Views/Hotpatch/keys` shows.
struct HotpatchKeysPage: Codable, Sendable, Listing {
    let app: String
    let rows: [Row]
    let mayAdd: Bool
    let algorithms: [Choice]
    let sizes: [Size]

    /// As a file.
    var items: [HotpatchKeyDetails] { rows.map(\.key) }

    struct Row: Codable, Sendable {
        let key: HotpatchKeyDetails
        let active: Bool
        let listed: Bool
        let retired: Bool
        let path: String
    }

    struct Choice: Codable, Sendable {
        let algorithm: HotpatchAlgorithm
        let chosen: Bool
    }

    struct Size: Codable, Sendable {
        let bits: Int
        let text: String
        let chosen: Bool
    }

    init(_ keys: [HotpatchStoredKey], _ app: App, _ context: Context) {
        self.app = app.id
        rows = keys.map { key in
            Row(
                key: HotpatchKeyDetails(key),
                active: key.state == .active,
                listed: key.state == .listed,
                retired: key.state == .retired,
                path: "/apps/\(app.id)/hotpatch-keys/\(key.id)"
            )
        }
        mayAdd = Policy.role(.releaser).admits(context.viewer, app: app.id)
        let algorithm = context.filled("algorithm", HotpatchAlgorithm.ecdsa.rawValue)
        algorithms = [.ecdsa, .rsa].map { Choice(algorithm: $0, chosen: $0.rawValue == algorithm) }
        let bits = context.filled("bits", "2048")
        sizes = [2048, 3072].map { Size(bits: $0, text: "\($0)", chosen: "\($0)" == bits) }
    }
}

/// What `Views/Hotpatch/key` shows beside the key itself.
struct HotpatchKeyPage: Codable, Sendable {
    let path: String
    let list: String
    let fileName: String
    let active: Bool
    let listed: Bool
    let retired: Bool
    let mayAdd: Bool
    let mayRetire: Bool
    /// The signature over the public key's file, as C writes bytes; empty for a retired key.
    let signatureArray: String

    init(_ key: HotpatchStoredKey, _ signature: [UInt8], _ context: Context) {
        list = "/apps/\(key.app)/hotpatch-keys"
        path = "\(list)/\(key.id)"
        fileName = "\(key.app)-hotpatch-\(key.id).pem"
        active = key.state == .active
        listed = key.state == .listed
        retired = key.state == .retired
        mayAdd = Policy.role(.releaser).admits(context.viewer, app: key.app)
        mayRetire = Policy.role(.admin).admits(context.viewer, app: key.app)
        signatureArray = Self.lines(signature)
    }

    /// Twelve bytes a line.
    private static func lines(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 12).map { start in
            "    " + bytes[start..<min(start + 12, bytes.count)].map { "0x\(Hex.encode([$0]))," }.joined(separator: " ")
        }.joined(separator: "\n")
    }
}
