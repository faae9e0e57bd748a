import Foundation
import Signing
import Storage

/// Which kind of key. The raw value is what `GET …/hotpatch-keys` says.
public enum HotpatchAlgorithm: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// 2,048 to 4,096 bits: PKCS#1 with SHA-1 in format 1, PSS with SHA-256 in format 2.
    case rsa = "RSA"
    /// With SHA-256, for format 2.
    case ecdsa = "ECDSA-P256"

    /// Nil for keys that sign no patches.
    init?(_ kind: PrivateKey.Kind) {
        switch kind {
        case .rsa(let bits) where HotpatchKeyLimits.bits.contains(bits): self = .rsa
        case .ec(curve: "prime256v1"): self = .ecdsa
        default: return nil
        }
    }

    /// How such a key signs a package.
    func scheme(in format: HotpatchFormat) -> SignatureScheme? {
        switch (self, format) {
        case (.rsa, .documented): .rsaPKCS1SHA1
        case (.rsa, .sealed): .rsaPSSSHA256
        case (.ecdsa, .sealed): .ecdsaP256SHA256
        case (.ecdsa, .documented): nil
        }
    }
}

enum HotpatchKeyLimits {
    /// Of an RSA key's modulus. Those below are broken with some effort; those above sign slowly and fill packages.
    static let bits: Set<Int> = [2048, 3072, 4096]
    /// Keys of an app, retired ones too.
    static let most = 100
    /// Bytes of a file with a key.
    static let file = 32 << 10
    /// Characters of its password.
    static let password = 256
}

/// A key that signs patches, with its private half in clear: hold it no longer than needed.
public struct HotpatchSigningKey: Sendable {
    public let id: String
    public let algorithm: HotpatchAlgorithm
    let privateKey: PrivateKey

    /// - Returns: nil for a key that signs no patches: another curve, or another size.
    public init?(_ key: PrivateKey) {
        guard let algorithm = HotpatchAlgorithm(key.kind) else { return nil }
        self.algorithm = algorithm
        privateKey = key
        id = String(key.publicKeySHA256.prefix(16))
    }

    public var publicKey: HotpatchPublicKey { HotpatchPublicKey(id: id, algorithm: algorithm, key: privateKey.publicKey) }
}

/// The half of a key that clients have.
public struct HotpatchPublicKey: Sendable, Equatable {
    /// The first 16 hexadecimal digits of SHA-256 of the SubjectPublicKeyInfo.
    public let id: String
    public let algorithm: HotpatchAlgorithm
    let key: PublicKey

    init(id: String, algorithm: HotpatchAlgorithm, key: PublicKey) {
        (self.id, self.algorithm, self.key) = (id, algorithm, key)
    }

    /// - Returns: nil for a key that signs no patches.
    public init?(_ key: PublicKey) {
        guard let algorithm = HotpatchAlgorithm(key.kind) else { return nil }
        self.init(id: String(key.sha256.prefix(16)), algorithm: algorithm, key: key)
    }
}
