import COpenSSL

/// Authenticated encryption, AES in Galois/counter mode (NIST SP 800-38D): what was sealed can be neither read nor changed without the key.
///
/// A sealed box is nonce (12 bytes) ‖ ciphertext (as long as the plaintext) ‖ tag (16 bytes). The nonce is random, so seal at most
/// 2³² boxes with one key (SP 800-38D, 8.3).
public enum AESGCM {
    /// Why a box was not made or not opened.
    public enum Failure: Error, Equatable, Sendable {
        /// The key has neither 16 nor 32 bytes.
        case keySize
        /// More than `sizeLimit` bytes.
        case tooLarge
        /// Another key, other authenticated bytes, or a changed or shortened box: it cannot be told which.
        case tampered
    }

    /// Nonce and tag: bytes a box is longer than its plaintext.
    public static let overhead = nonceSize + tagSize
    /// The most bytes in a box or a plaintext (1 GiB): OpenSSL counts in 32 bits with a sign.
    public static let sizeLimit = 1 << 30

    /// - Parameters:
    ///   - key: 32 bytes (AES-256) or 16 (AES-128).
    ///   - context: bytes that are not in the box but must be the same when it is opened, such as the row it belongs to.
    public static func seal(_ plain: [UInt8], key: [UInt8], authenticating context: [UInt8] = []) throws(Failure) -> [UInt8] {
        try seal(plain, key: key, authenticating: context, nonce: Random.bytes(nonceSize))
    }

    /// For formats that say where the nonce comes from, and for published vectors; a nonce used for two texts with one key breaks GCM.
    ///
    /// - Parameter nonce: 12 bytes.
    public static func seal(_ plain: [UInt8], key: [UInt8], authenticating context: [UInt8], nonce: [UInt8]) throws(Failure) -> [UInt8] {
        guard plain.count <= sizeLimit else { throw .tooLarge }
        return try GCMCipher(key: key, nonce: nonce, sealing: true).seal(plain, after: nonce, authenticating: context)
    }

    /// The plaintext of a box that `seal` made with the same key and context.
    public static func open(_ box: [UInt8], key: [UInt8], authenticating context: [UInt8] = []) throws(Failure) -> [UInt8] {
        guard box.count >= overhead else { throw .tampered }
        guard box.count <= sizeLimit + overhead else { throw .tooLarge }
        return try GCMCipher(key: key, nonce: Array(box.prefix(nonceSize)), sealing: false).open(box, authenticating: context)
    }

    public static let nonceSize = 12
    public static let tagSize = 16
}
