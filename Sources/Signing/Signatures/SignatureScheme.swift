/// How something is signed. All of them give the same bytes for the same key and message.
public enum SignatureScheme: Equatable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017, 8.2) over SHA-1: for the formats that name it. As long as the key's modulus.
    case rsaPKCS1SHA1
    /// RSASSA-PKCS1-v1_5 over SHA-256: RS256 of JSON Web Tokens (RFC 7518, 3.3). As long as the key's modulus.
    case rsaPKCS1SHA256
    /// RSASSA-PSS (RFC 8017, 8.1) over SHA-256 with MGF1-SHA-256 and a salt of 32 bytes. As long as the key's modulus.
    case rsaPSSSHA256
    /// ECDSA on P-256 over SHA-256, as DER. The nonce is RFC 6979's.
    case ecdsaP256SHA256

    /// Whether a key can sign so.
    public func fits(_ kind: PrivateKey.Kind) -> Bool {
        switch (self, kind) {
        case (.rsaPKCS1SHA1, .rsa(let bits)), (.rsaPKCS1SHA256, .rsa(let bits)), (.rsaPSSSHA256, .rsa(let bits)): bits >= 1024 && bits % 8 == 0
        case (.ecdsaP256SHA256, .ec(curve: "prime256v1")): true
        default: false
        }
    }
}

/// Why nothing was signed.
public enum SignatureFailure: Error, Equatable, Sendable {
    /// The key is for other schemes.
    case otherKey
    /// OpenSSL refused, such as for a key whose parts do not belong together.
    case refused
}
