import COpenSSL

/// Bytes on their way into OpenSSL and out of it.
enum OpenSSLBytes {
    /// What an `i2d_…` function writes: asked for the length first, then for the bytes.
    ///
    /// - Returns: nil when OpenSSL cannot encode the thing.
    static func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
        let length = Int(encode(nil))
        guard length > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            var end = buffer.baseAddress
            count = encode(&end) == length ? length : 0
        }
    }

    /// What a `d2i_…` function reads, when it reads all of `bytes` but `spare` at their end.
    static func decoded<Thing>(
        _ bytes: [UInt8],
        _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Thing?,
        free: (Thing) -> Void
    ) -> Thing? {
        bytes.withUnsafeBufferPointer { buffer in
            var end = buffer.baseAddress
            guard let start = end, let thing = decode(&end, buffer.count) else { return nil }
            guard let end, end - start == buffer.count else {
                free(thing)
                return nil
            }
            return thing
        }
    }

    /// The bytes of a string of ASN.1; an `ASN1_OCTET_STRING` is one, too.
    static func of(_ string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
        guard let string, let data = ASN1_STRING_get0_data(string) else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
    }

    /// The elements of a `STACK_OF(…)`.
    static func elements(of stack: OpaquePointer?) -> [UnsafeMutableRawPointer] {
        guard let stack else { return [] }
        return (0..<max(0, OPENSSL_sk_num(stack))).compactMap { OPENSSL_sk_value(stack, $0) }
    }
}

/// Memory that OpenSSL reads from or writes to as if it was a file.
final class OpenSSLMemory {
    let pointer: OpaquePointer

    /// An empty one.
    init() {
        guard let pointer = BIO_new(BIO_s_mem()) else { fatalError("OpenSSL is out of memory") }
        self.pointer = pointer
    }

    /// One that holds `bytes`.
    init(_ bytes: [UInt8]) {
        guard let pointer = BIO_new(BIO_s_mem()) else { fatalError("OpenSSL is out of memory") }
        self.pointer = pointer
        let written = bytes.isEmpty ? 0 : BIO_write(pointer, bytes, Int32(clamping: bytes.count))
        precondition(Int(written) == bytes.count, "OpenSSL is out of memory")
    }

    deinit {
        BIO_free(pointer)
    }

    /// All that is in there and was not read.
    func read() -> [UInt8] {
        let count = BIO_ctrl_pending(pointer)
        return [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, initialized in
            initialized = max(0, Int(BIO_read(pointer, buffer.baseAddress, Int32(clamping: count))))
        }
    }
}

/// What OpenSSL says of its last failure on this thread; emptied, so that the next failure's words are its own.
enum OpenSSLErrors {
    static func clear() {
        ERR_clear_error()
    }

    /// Library and reason of every failure, oldest first.
    static func take() -> [(library: Int32, reason: Int32)] {
        var found: [(library: Int32, reason: Int32)] = []
        while case let code = ERR_get_error(), code != 0 {
            found.append((ERR_GET_LIB(code), ERR_GET_REASON(code)))
        }
        return found
    }
}
