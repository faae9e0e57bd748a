import COpenSSL

extension PrivateKey {
    /// A signature over `message`: the same bytes each time, as nothing in it is random.
    ///
    /// - Parameter salt: of ``SignatureScheme/rsaPSSSHA256``, 32 bytes; derived from key and message when absent.
    public func sign(_ message: [UInt8], _ scheme: SignatureScheme, salt: [UInt8]? = nil) throws(SignatureFailure) -> [UInt8] {
        guard scheme.fits(kind) else { throw .otherKey }
        guard let key = OpenSSLKey(der: der) else { throw .refused }
        defer { OpenSSLErrors.clear() }
        let signature: [UInt8]?
        switch scheme {
        case .rsaPKCS1SHA1, .rsaPKCS1SHA256: signature = SignatureContext(key, scheme, signing: true)?.sign(message)
        case .rsaPSSSHA256: signature = PSS.sign(message, by: key, salt: salt ?? derivedSalt(message))
        case .ecdsaP256SHA256: signature = ECDSA(key)?.sign(digest: Digest.sha256(message))
        }
        guard let signature else { throw .refused }
        return signature
    }

    /// A salt that nobody else can tell beforehand, and that is another for every message: all that PSS asks of one (RFC 8017, 9.1, note 4).
    private func derivedSalt(_ message: [UInt8]) -> [UInt8] {
        HMAC.sha256(key: Digest.sha256(der), message)
    }
}
