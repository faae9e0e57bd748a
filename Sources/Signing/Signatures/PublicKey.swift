import COpenSSL

/// The half of a key that everybody may have.
public struct PublicKey: Equatable, Sendable {
    /// SubjectPublicKeyInfo (RFC 5280, 4.1.2.7).
    public let der: [UInt8]
    public let kind: PrivateKey.Kind
    /// Of ``der``, in hexadecimal digits.
    public let sha256: String

    /// - Parameter der: SubjectPublicKeyInfo.
    /// - Throws: ``PrivateKeyFailure``
    public init(der: [UInt8]) throws(PrivateKeyFailure) {
        guard der.count <= PrivateKey.sizeLimit else { throw .tooLarge(limit: PrivateKey.sizeLimit) }
        guard let key = OpenSSLKey(publicKey: der) else { throw .notAKey }
        try self.init(key)
    }

    /// - Parameter pem: a text with one `PUBLIC KEY` in it.
    /// - Throws: ``PrivateKeyFailure``
    public init(pem: [UInt8]) throws(PrivateKeyFailure) {
        guard pem.count <= 2 * PrivateKey.sizeLimit else { throw .tooLarge(limit: 2 * PrivateKey.sizeLimit) }
        let keys = PEM.blocks(in: pem).filter { $0.label == "PUBLIC KEY" }
        guard let block = keys.first, keys.count == 1 else { throw .notAKey }
        try self.init(der: block.bytes)
    }

    init(_ key: OpenSSLKey) throws(PrivateKeyFailure) {
        let der = key.publicKey
        guard !der.isEmpty else { throw .notAKey }
        self.der = der
        kind = key.kind
        sha256 = Hex.encode(Digest.sha256(der))
    }

    /// As clients carry it, `-----BEGIN PUBLIC KEY-----`.
    public var pem: String { PEM(label: "PUBLIC KEY", bytes: der).text }

    /// Whether the private half signed exactly `message`. False for whatever is no such signature.
    public func verifies(_ signature: [UInt8], of message: [UInt8], _ scheme: SignatureScheme) -> Bool {
        guard scheme.fits(kind), let key = OpenSSLKey(publicKey: der) else { return false }
        defer { OpenSSLErrors.clear() }
        return SignatureContext(key, scheme, signing: false)?.verifies(signature, of: message) ?? false
    }
}

extension PrivateKey {
    /// What others check its signatures with.
    public var publicKey: PublicKey {
        guard let key = OpenSSLKey(der: der), let half = try? PublicKey(key) else { preconditionFailure("a key that was read has a public half") }
        return half
    }
}
