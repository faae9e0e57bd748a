import COpenSSL

/// Message digests. SHA-256 is for everything new; SHA-1 and MD5 are there for the formats and old clients that name them.
public enum Digest {
    /// 32 bytes (FIPS 180-4).
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, .sha256)
    }

    /// 20 bytes (FIPS 180-4). Collisions are known: not for signatures.
    public static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, .sha1)
    }

    /// 16 bytes (RFC 1321). Collisions are cheap: not for security.
    public static func md5(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, .md5)
    }

    private static func hash(_ bytes: [UInt8], _ algorithm: Algorithm) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.size) { buffer, count in
            let done = EVP_Digest(bytes, bytes.count, buffer.baseAddress, nil, algorithm.fetched, nil)
            precondition(done == 1, "OpenSSL could not hash: out of memory")
            count = algorithm.size
        }
    }
}

extension Digest {
    /// A digest by name.
    public enum Algorithm: Sendable {
        case sha256
        case sha1
        case md5

        /// Bytes in a digest.
        var size: Int {
            switch self {
            case .sha256: 32
            case .sha1: 20
            case .md5: 16
            }
        }

        var fetched: OpaquePointer {
            switch self {
            case .sha256: Fetched.sha256
            case .sha1: Fetched.sha1
            case .md5: Fetched.md5
            }
        }
    }
}
