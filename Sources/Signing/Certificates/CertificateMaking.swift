import COpenSSL

extension PrivateKey {
    /// A new one on the curve P-256.
    public static func make() -> PrivateKey {
        guard let pointer = generate(), let key = try? PrivateKey(OpenSSLKey(owning: pointer)) else {
            fatalError("OpenSSL could not make a key: out of memory")
        }
        return key
    }

    /// A new one for RSA, with 65537 as its public exponent.
    ///
    /// - Parameter bits: of the modulus, 2,048 or more: half a second of one core for 3,072.
    public static func makeRSA(bits: Int) -> PrivateKey {
        precondition(bits >= 2048 && bits <= 16_384 && bits % 8 == 0, "a size that nobody should use")
        guard let pointer = generateRSA(bits), let key = try? PrivateKey(OpenSSLKey(owning: pointer)) else {
            fatalError("OpenSSL could not make a key: out of memory")
        }
        return key
    }

    private static func generateRSA(_ bits: Int) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1 else { return nil }
        var key: OpaquePointer?
        return EVP_PKEY_generate(context, &key) == 1 ? key : nil
    }

    private static func generate() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1 else { return nil }
        var key: OpaquePointer?
        return EVP_PKEY_generate(context, &key) == 1 ? key : nil
    }

    /// As Apple hands out its token keys, `AuthKey_….p8`.
    public var pem: String { PEM(label: "PRIVATE KEY", bytes: der).text }
}

extension PKCS12 {
    /// A `.p12` as OpenSSL seals it by itself: AES-256 with 2,048 rounds of PBKDF2.
    ///
    /// - Returns: nil when the key is not the certificate's.
    public static func sealed(
        _ key: PrivateKey,
        _ certificate: X509Certificate,
        above: [X509Certificate] = [],
        name: String = "",
        password: String
    ) -> [UInt8]? {
        guard let key = OpenSSLKey(der: key.der), let leaf = X509Handle(der: certificate.der), let stack = OPENSSL_sk_new_null() else { return nil }
        defer {
            OPENSSL_sk_free(stack)
            OpenSSLErrors.clear()
        }
        let handles = above.compactMap { X509Handle(der: $0.der) }
        for handle in handles { OPENSSL_sk_push(stack, UnsafeRawPointer(handle.pointer)) }
        let made = withExtendedLifetime(handles) {
            PKCS12_create_ex(password, name.isEmpty ? nil : name, key.pointer, leaf.pointer, stack, 0, 0, 0, 0, 0, nil, nil)
        }
        guard let made else { return nil }
        defer { PKCS12_free(made) }
        return OpenSSLBytes.encoded { i2d_PKCS12(made, $0) }
    }
}

extension CMS {
    /// `content` with a signature over it and the certificate of its key.
    ///
    /// - Returns: nil when the key is not the certificate's.
    public static func sealed(_ content: [UInt8], by key: PrivateKey, _ certificate: X509Certificate) -> [UInt8]? {
        guard let key = OpenSSLKey(der: key.der), let handle = X509Handle(der: certificate.der) else { return nil }
        defer { OpenSSLErrors.clear() }
        let memory = OpenSSLMemory(content)
        guard let made = CMS_sign(handle.pointer, key.pointer, nil, memory.pointer, UInt32(CMS_BINARY)) else { return nil }
        defer { CMS_ContentInfo_free(made) }
        return OpenSSLBytes.encoded { i2d_CMS_ContentInfo(made, $0) }
    }
}
