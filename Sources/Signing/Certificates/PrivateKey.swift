import COpenSSL

/// A private key in clear, in memory only: whoever keeps it seals ``der``.
public struct PrivateKey: Equatable, Sendable {
    /// What a key is for.
    public enum Kind: Equatable, Sendable {
        case rsa(bits: Int)
        /// OpenSSL's name of the curve: `prime256v1` is P-256, what Apple's token keys are on.
        case ec(curve: String)
        case other
    }

    /// PKCS#8, not encrypted.
    public let der: [UInt8]
    public let kind: Kind
    /// SHA-256 of the public half with its algorithm (SubjectPublicKeyInfo), in hexadecimal digits.
    public let publicKeySHA256: String

    /// Bytes of a key at most: RSA with 16,384 bits has 9,300.
    public static let sizeLimit = 64 << 10

    /// - Parameter der: PKCS#8, PKCS#1 or SEC 1, not encrypted.
    /// - Throws: ``PrivateKeyFailure``
    public init(der: [UInt8]) throws(PrivateKeyFailure) {
        guard der.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        guard let key = OpenSSLKey(der: der) else { throw .notAKey }
        try self.init(key)
    }

    /// - Parameter pem: a text with one key in it, such as Apple's `AuthKey_….p8`.
    /// - Throws: ``PrivateKeyFailure``
    public init(pem: [UInt8]) throws(PrivateKeyFailure) {
        guard pem.count <= 2 * Self.sizeLimit else { throw .tooLarge(limit: 2 * Self.sizeLimit) }
        let blocks = PEM.blocks(in: pem)
        if blocks.contains(where: { $0.label == "ENCRYPTED PRIVATE KEY" }) { throw .encrypted }
        let keys = blocks.filter { ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"].contains($0.label) }
        guard let block = keys.first, keys.count == 1 else { throw .notAKey }
        try self.init(der: block.bytes)
    }

    init(_ key: OpenSSLKey) throws(PrivateKeyFailure) {
        guard let der = key.der else { throw .notAKey }
        self.der = der
        kind = key.kind
        publicKeySHA256 = Hex.encode(Digest.sha256(key.publicKey))
    }

    /// Whether a certificate speaks of this key. Compared as keys: one key can be written down in several ways.
    public func matches(_ certificate: X509Certificate) -> Bool {
        guard let key = OpenSSLKey(der: der), let handle = X509Handle(der: certificate.der) else { return false }
        defer { OpenSSLErrors.clear() }
        guard let other = X509_get0_pubkey(handle.pointer) else { return false }
        return EVP_PKEY_eq(key.pointer, other) == 1
    }
}

/// Why something was not read as a private key.
public enum PrivateKeyFailure: Error, Equatable, Sendable {
    /// More bytes than `limit`.
    case tooLarge(limit: Int)
    /// No private key, several, a public one, or a damaged one.
    case notAKey
    /// It has a password of its own.
    case encrypted
    /// Another password than this, or a damaged box: it cannot be told which.
    case wrongPassword
    /// More rounds than ``PKCS12/iterationLimit`` to open it.
    case tooMuchWork
    /// Sealed in a way that is not known here, such as scrypt.
    case unsupported
}
