import COpenSSL

/// Owner of one key of OpenSSL.
final class OpenSSLKey {
    let pointer: OpaquePointer

    /// - Parameter pointer: the owner frees it.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// A private key, as PKCS#8 or in the older forms of RSA and elliptic curves.
    convenience init?(der: [UInt8]) {
        guard let pointer = OpenSSLBytes.decoded(der, { d2i_AutoPrivateKey(nil, $0, $1) }, free: { EVP_PKEY_free($0) }) else {
            OpenSSLErrors.clear()
            return nil
        }
        self.init(owning: pointer)
    }

    /// A public one, as SubjectPublicKeyInfo.
    convenience init?(publicKey der: [UInt8]) {
        guard let pointer = OpenSSLBytes.decoded(der, { d2i_PUBKEY(nil, $0, $1) }, free: { EVP_PKEY_free($0) }) else {
            OpenSSLErrors.clear()
            return nil
        }
        self.init(owning: pointer)
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// PKCS#8, not encrypted.
    var der: [UInt8]? {
        guard let info = EVP_PKEY2PKCS8(pointer) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return OpenSSLBytes.encoded { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

    /// DER of the public half with its algorithm.
    var publicKey: [UInt8] { OpenSSLBytes.encoded { i2d_PUBKEY(pointer, $0) } ?? [] }

    var kind: PrivateKey.Kind {
        if EVP_PKEY_is_a(pointer, "RSA") == 1 { return .rsa(bits: Int(EVP_PKEY_get_bits(pointer))) }
        guard EVP_PKEY_is_a(pointer, "EC") == 1 else { return .other }
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return .other }
        return .ec(curve: String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
