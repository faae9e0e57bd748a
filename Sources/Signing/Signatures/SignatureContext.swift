import COpenSSL

/// Owner of one context of OpenSSL for one signature.
final class SignatureContext {
    private let context: OpaquePointer
    private let key: OpenSSLKey

    /// - Returns: nil when OpenSSL has no such signatures by this key.
    init?(_ key: OpenSSLKey, _ scheme: SignatureScheme, signing: Bool) {
        guard let context = EVP_MD_CTX_new() else { fatalError("OpenSSL is out of memory") }
        self.context = context
        self.key = key
        var parameters: OpaquePointer?
        let digest = scheme == .rsaPKCS1SHA1 ? Fetched.sha1 : Fetched.sha256
        let started = (signing ? EVP_DigestSignInit : EVP_DigestVerifyInit)(context, &parameters, digest, nil, key.pointer)
        guard started == 1 else { return nil }
        switch scheme {
        case .ecdsaP256SHA256: break
        case .rsaPKCS1SHA1, .rsaPKCS1SHA256:
            guard EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PADDING) == 1 else { return nil }
        case .rsaPSSSHA256:
            guard EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1,
                EVP_PKEY_CTX_set_rsa_mgf1_md(parameters, Fetched.sha256) == 1,
                EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, 32) == 1
            else { return nil }
        }
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    func sign(_ message: [UInt8]) -> [UInt8]? {
        var length = 0
        guard EVP_DigestSign(context, nil, &length, message, message.count) == 1 else { return nil }
        var signature = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else { return nil }
        return Array(signature.prefix(length))
    }
}
