import COpenSSL

/// Private keys in files of their own (RFC 5958), in clear or sealed with a password (RFC 8018).
extension PrivateKey {
    /// Any private key in a text: PKCS#8, sealed or not, PKCS#1 or SEC 1.
    ///
    /// - Parameter password: of a sealed one; not looked at for others.
    /// - Throws: ``PrivateKeyFailure``
    public init(pem: [UInt8], password: String) throws(PrivateKeyFailure) {
        guard pem.count <= 2 * Self.sizeLimit else { throw .tooLarge(limit: 2 * Self.sizeLimit) }
        let sealed = PEM.blocks(in: pem).filter { $0.label == "ENCRYPTED PRIVATE KEY" }
        guard let block = sealed.first else {
            try self.init(pem: pem)
            return
        }
        guard sealed.count == 1 else { throw .notAKey }
        try self.init(sealed: block.bytes, password: password)
    }

    /// - Parameter der: EncryptedPrivateKeyInfo.
    /// - Throws: ``PrivateKeyFailure``
    public init(sealed der: [UInt8], password: String) throws(PrivateKeyFailure) {
        guard der.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        defer { OpenSSLErrors.clear() }
        guard let box = OpenSSLBytes.decoded(der, { d2i_X509_SIG(nil, $0, $1) }, free: { X509_SIG_free($0) }) else { throw .notAKey }
        defer { X509_SIG_free(box) }
        try Self.check(box)
        guard let info = password.withCString({ PKCS8_decrypt(box, $0, Int32(clamping: password.utf8.count)) }) else { throw .wrongPassword }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        guard let pointer = EVP_PKCS82PKEY(info) else { throw .notAKey }
        try self.init(OpenSSLKey(owning: pointer))
    }

    /// How much work it is to open it is said in it, by whoever made it.
    private static func check(_ box: OpaquePointer) throws(PrivateKeyFailure) {
        var algorithm: UnsafePointer<X509_ALGOR>?
        X509_SIG_get0(box, &algorithm, nil)
        do throws(PKCS12Failure) {
            try PKCS12Work.check(algorithm)
        } catch {
            throw error == .tooMuchWork ? .tooMuchWork : .unsupported
        }
    }

    /// Sealed with AES-256-CBC under a key that PBKDF2 makes of the password in as many rounds of HMAC-SHA-256: `ENCRYPTED PRIVATE KEY`.
    public func sealedPEM(password: String, rounds: Int = 600_000) -> String {
        guard let key = OpenSSLKey(der: der), let info = EVP_PKEY2PKCS8(key.pointer) else { fatalError("OpenSSL is out of memory") }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        // Without a salt of its own OpenSSL draws one.
        guard let parameters = PKCS5_pbe2_set_iv(Fetched.aes256CBC, Int32(clamping: rounds), nil, 0, nil, NID_hmacWithSHA256) else {
            fatalError("OpenSSL is out of memory")
        }
        guard let box = password.withCString({ PKCS8_set0_pbe($0, Int32(clamping: password.utf8.count), info, parameters) }) else {
            fatalError("OpenSSL could not seal a key")
        }
        defer { X509_SIG_free(box) }
        return PEM(label: "ENCRYPTED PRIVATE KEY", bytes: OpenSSLBytes.encoded { i2d_X509_SIG(box, $0) } ?? []).text
    }
}
