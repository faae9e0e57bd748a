import COpenSSL

/// AES-128 in cipher block chaining (NIST SP 800-38A) with PKCS#7 padding, for the formats that name it. It hides, but whoever changes the bytes
/// changes the text: something else has to vouch for it, and has to be asked first.
public enum AESCBC {
    /// Why nothing was encrypted or decrypted.
    public enum Failure: Error, Equatable, Sendable {
        /// The key or the initialisation vector has not 16 bytes.
        case size
        /// More than `AESGCM.sizeLimit` bytes.
        case tooLarge
        /// No whole blocks, or no padding where it should be: changed, or of another key.
        case damaged
    }

    /// Bytes of a key, of an initialisation vector and of a block.
    public static let blockSize = 16

    /// The ciphertext, without the vector.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - vector: 16 bytes, that nobody could tell before.
    public static func encrypt(_ plain: [UInt8], key: [UInt8], vector: [UInt8]) throws(Failure) -> [UInt8] {
        guard plain.count <= AESGCM.sizeLimit else { throw .tooLarge }
        return try CBCCipher(key: key, vector: vector, encrypting: true).run(plain)
    }

    /// What ``encrypt(_:key:vector:)`` was given.
    public static func decrypt(_ cipher: [UInt8], key: [UInt8], vector: [UInt8]) throws(Failure) -> [UInt8] {
        guard cipher.count <= AESGCM.sizeLimit + blockSize else { throw .tooLarge }
        guard !cipher.isEmpty, cipher.count % blockSize == 0 else { throw .damaged }
        return try CBCCipher(key: key, vector: vector, encrypting: false).run(cipher)
    }
}

/// Owner of one OpenSSL cipher context, for one text.
private final class CBCCipher {
    private let context: OpaquePointer

    init(key: [UInt8], vector: [UInt8], encrypting: Bool) throws(AESCBC.Failure) {
        guard key.count == AESCBC.blockSize, vector.count == AESCBC.blockSize else { throw .size }
        guard let context = EVP_CIPHER_CTX_new() else { fatalError("OpenSSL is out of memory") }
        self.context = context
        let started = EVP_CipherInit_ex2(context, Fetched.aes128CBC, key, vector, encrypting ? 1 : 0, nil)
        precondition(started == 1, "OpenSSL could not start AES-CBC: out of memory")
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    func run(_ input: [UInt8]) throws(AESCBC.Failure) -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: input.count + AESCBC.blockSize) { output, count throws(AESCBC.Failure) in
            var (written, rest): (Int32, Int32) = (0, 0)
            let start = output.baseAddress!
            guard EVP_CipherUpdate(context, start, &written, input, Int32(input.count)) == 1,
                EVP_CipherFinal_ex(context, start + Int(written), &rest) == 1
            else {
                OpenSSLErrors.clear()
                throw .damaged
            }
            count = Int(written + rest)
        }
    }
}
