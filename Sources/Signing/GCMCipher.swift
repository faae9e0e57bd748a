import COpenSSL

/// Owner of one OpenSSL cipher context, for one box.
final class GCMCipher {
    private let context: OpaquePointer
    private let sealing: Bool

    init(key: [UInt8], nonce: [UInt8], sealing: Bool) throws(AESGCM.Failure) {
        guard let cipher = Self.cipher(keySize: key.count) else { throw .keySize }
        guard let context = EVP_CIPHER_CTX_new() else { fatalError("OpenSSL is out of memory") }
        self.context = context
        self.sealing = sealing
        let started = EVP_CipherInit_ex2(context, cipher, key, nonce, sealing ? 1 : 0, nil)
        precondition(started == 1 && nonce.count == AESGCM.nonceSize, "OpenSSL could not start AES-GCM: out of memory")
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    private static func cipher(keySize: Int) -> OpaquePointer? {
        switch keySize {
        case 16: Fetched.aes128GCM
        case 32: Fetched.aes256GCM
        default: nil
        }
    }

    /// The box of `plain`.
    func seal(_ plain: [UInt8], after nonce: [UInt8], authenticating extra: [UInt8]) -> [UInt8] {
        authenticate(extra)
        return [UInt8](unsafeUninitializedCapacity: plain.count + AESGCM.overhead) { box, count in
            _ = box.update(fromContentsOf: nonce)
            let body = UnsafeMutableBufferPointer(rebasing: box[AESGCM.nonceSize..<box.count - AESGCM.tagSize])
            let tag = UnsafeMutableBufferPointer(rebasing: box.suffix(AESGCM.tagSize))
            let sealed = plain.withUnsafeBufferPointer { run($0, into: body) } && finish() && self.tag(EVP_CTRL_AEAD_GET_TAG, tag)
            precondition(sealed, "OpenSSL could not encrypt")
            count = box.count
        }
    }

    /// The plaintext of `box`. OpenSSL decrypts first and checks the tag last: what it wrote is returned only if the tag is right.
    func open(_ box: [UInt8], authenticating extra: [UInt8]) throws(AESGCM.Failure) -> [UInt8] {
        authenticate(extra)
        var tag = Array(box.suffix(AESGCM.tagSize))
        return try [UInt8](unsafeUninitializedCapacity: box.count - AESGCM.overhead) { plain, count throws(AESGCM.Failure) in
            let room = UnsafeMutableBufferPointer(rebasing: plain.prefix(box.count - AESGCM.overhead))
            let decrypted = box.withUnsafeBufferPointer { box in
                run(UnsafeBufferPointer(rebasing: box[AESGCM.nonceSize..<box.count - AESGCM.tagSize]), into: room)
            }
            let expects = tag.withUnsafeMutableBufferPointer { self.tag(EVP_CTRL_AEAD_SET_TAG, $0) }
            guard decrypted, expects, finish() else { throw .tampered }
            count = room.count
        }
    }

    private func authenticate(_ extra: [UInt8]) {
        var written: Int32 = 0
        let taken = extra.isEmpty || EVP_CipherUpdate(context, nil, &written, extra, Int32(clamping: extra.count)) == 1
        precondition(taken && extra.count <= AESGCM.sizeLimit, "OpenSSL could not authenticate")
    }

    /// GCM is a stream cipher: as many bytes come out as go in.
    private func run(_ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        var written: Int32 = 0
        return input.isEmpty || EVP_CipherUpdate(context, output.baseAddress, &written, input.baseAddress, Int32(input.count)) == 1
    }

    private func tag(_ operation: Int32, _ tag: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        EVP_CIPHER_CTX_ctrl(context, operation, Int32(tag.count), tag.baseAddress) == 1
    }

    private func finish() -> Bool {
        var written: Int32 = 0
        var none: UInt8 = 0
        return EVP_CipherFinal_ex(context, &none, &written) == 1
    }
}
