import COpenSSL

/// RSASSA-PSS with a salt that is given. OpenSSL only draws salts, so the encoding is done here (RFC 8017, 9.1.1) and RSA itself by OpenSSL,
/// which blinds it; SHA-256 for message and mask.
enum PSS {
    static func sign(_ message: [UInt8], by key: OpenSSLKey, salt: [UInt8]) -> [UInt8]? {
        let bits = Int(EVP_PKEY_get_bits(key.pointer))
        guard let encoded = encode(message, salt: salt, bits: bits - 1) else { return nil }
        // One byte shorter than the modulus when that has 8 n + 1 bits; such keys are not taken.
        guard encoded.count == bits / 8, let context = EVP_PKEY_CTX_new(key.pointer, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1 else { return nil }
        var signature = [UInt8](repeating: 0, count: encoded.count)
        var length = signature.count
        guard EVP_PKEY_sign(context, &signature, &length, encoded, encoded.count) == 1, length == signature.count else { return nil }
        return signature
    }

    /// EMSA-PSS-ENCODE.
    private static func encode(_ message: [UInt8], salt: [UInt8], bits: Int) -> [UInt8]? {
        let length = (bits + 7) / 8
        guard length >= 32 + salt.count + 2 else { return nil }
        let hash = Digest.sha256([UInt8](repeating: 0, count: 8) + Digest.sha256(message) + salt)
        let data = [UInt8](repeating: 0, count: length - salt.count - 32 - 2) + [1] + salt
        var masked = zip(data, mask(hash, data.count)).map { $0 ^ $1 }
        masked[0] &= 0xFF >> UInt8(8 * length - bits)
        return masked + hash + [0xBC]
    }

    /// MGF1 (RFC 8017, B.2.1).
    private static func mask(_ seed: [UInt8], _ count: Int) -> [UInt8] {
        var mask: [UInt8] = []
        var counter: UInt32 = 0
        while mask.count < count {
            mask += Digest.sha256(seed + withUnsafeBytes(of: counter.bigEndian, Array.init))
            counter += 1
        }
        return Array(mask.prefix(count))
    }
}
