import COpenSSL

/// Whether two secrets are equal, in a time that depends on their length only: otherwise the time would tell how many bytes are right.
public func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}
