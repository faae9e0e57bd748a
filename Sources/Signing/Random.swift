import COpenSSL

/// Randomness for secrets, from OpenSSL's generator (seeded by the system).
public enum Random {
    /// `count` random bytes. Without randomness no secret would be one, so a failing generator ends the process.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard RAND_bytes_ex(nil, buffer.baseAddress, count, 256) == 1 else { fatalError("OpenSSL's random generator failed") }
            initialized = count
        }
    }

    /// `count` random bytes as twice as many lower-case hexadecimal digits.
    public static func hex(_ count: Int) -> String {
        Hex.encode(bytes(count))
    }
}
