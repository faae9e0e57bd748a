import COpenSSL

/// Keyed message authentication (RFC 2104).
public enum HMAC {
    /// 32 bytes. Compare them with ``constantTimeEqual(_:_:)``.
    public static func sha256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        guard let context = EVP_MAC_CTX_dup(prepared) else { fatalError("OpenSSL is out of memory") }
        defer { EVP_MAC_CTX_free(context) }
        // OpenSSL takes an empty key for none at all; HMAC pads keys with zeros, so one zero is the same key.
        let key = key.isEmpty ? [0] : key
        let keyed = EVP_MAC_init(context, key, key.count, nil) == 1 && EVP_MAC_update(context, bytes, bytes.count) == 1
        precondition(keyed, "OpenSSL could not authenticate: out of memory")
        return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            EVP_MAC_final(context, buffer.baseAddress, &count, 32)
        }
    }

    /// A context that knows its digest but no key. Looking the digest up takes longer than a small message, so calls copy this one;
    /// it is only read after it was made, so any thread may copy it.
    nonisolated(unsafe) private static let prepared: OpaquePointer = {
        guard let context = EVP_MAC_CTX_new(Fetched.hmac) else { fatalError("OpenSSL is out of memory") }
        // A parameter holds two pointers, so both texts must outlive the call.
        var digest = Array("SHA256".utf8CString)
        OSSL_MAC_PARAM_DIGEST.withCString { name in
            digest.withUnsafeMutableBufferPointer { digest in
                let parameters = [OSSL_PARAM_construct_utf8_string(name, digest.baseAddress, 0), OSSL_PARAM_construct_end()]
                let known = EVP_MAC_CTX_set_params(context, parameters)
                precondition(known == 1, "OpenSSL lacks HMAC-SHA-256")
            }
        }
        return context
    }()
}
