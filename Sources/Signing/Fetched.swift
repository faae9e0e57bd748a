import COpenSSL

/// OpenSSL 3 looks an algorithm up by name under a lock, which takes longer than hashing a small input; so each is fetched once and kept.
///
/// A missing algorithm means a broken installation of OpenSSL: that ends the process at the first use.
enum Fetched {
    // OpenSSL never changes a fetched algorithm and counts its references atomically: any thread may use it.
    nonisolated(unsafe) static let sha256 = found(EVP_MD_fetch(nil, "SHA256", nil))
    nonisolated(unsafe) static let sha1 = found(EVP_MD_fetch(nil, "SHA1", nil))
    nonisolated(unsafe) static let md5 = found(EVP_MD_fetch(nil, "MD5", nil))
    nonisolated(unsafe) static let hmac = found(EVP_MAC_fetch(nil, "HMAC", nil))
    nonisolated(unsafe) static let aes128GCM = found(EVP_CIPHER_fetch(nil, "AES-128-GCM", nil))
    nonisolated(unsafe) static let aes128CBC = found(EVP_CIPHER_fetch(nil, "AES-128-CBC", nil))
    nonisolated(unsafe) static let aes256CBC = found(EVP_CIPHER_fetch(nil, "AES-256-CBC", nil))
    nonisolated(unsafe) static let aes256GCM = found(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))

    private static func found(_ algorithm: OpaquePointer?) -> OpaquePointer {
        guard let algorithm else { fatalError("OpenSSL lacks an algorithm this program needs") }
        return algorithm
    }
}
