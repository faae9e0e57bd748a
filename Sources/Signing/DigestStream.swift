import COpenSSL

extension Digest {
    /// A digest of bytes that arrive in chunks, such as a file.
    public final class Stream {
        private let algorithm: Algorithm
        private let context: OpaquePointer

        public init(_ algorithm: Algorithm) {
            guard let context = EVP_MD_CTX_new() else { fatalError("OpenSSL is out of memory") }
            self.algorithm = algorithm
            self.context = context
            start()
        }

        deinit {
            EVP_MD_CTX_free(context)
        }

        private func start() {
            let started = EVP_DigestInit_ex2(context, algorithm.fetched, nil)
            precondition(started == 1, "OpenSSL could not start a digest: out of memory")
        }

        /// Adds bytes to what is hashed.
        public func update(_ bytes: [UInt8]) {
            EVP_DigestUpdate(context, bytes, bytes.count)
        }

        /// The digest of all bytes since the start or the last `finish`; the stream starts anew.
        public func finish() -> [UInt8] {
            defer { start() }
            return [UInt8](unsafeUninitializedCapacity: algorithm.size) { buffer, count in
                EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
                count = algorithm.size
            }
        }
    }
}
