import COpenSSL

/// Owner of one PKCS #12 file of OpenSSL.
final class PKCS12Handle {
    let pointer: OpaquePointer

    /// - Returns: nil for anything else.
    init?(_ der: [UInt8]) {
        guard let empty = PKCS12_init_ex(NID_pkcs7_data, LegacyOpenSSL.library, nil) else { fatalError("OpenSSL is out of memory") }
        // Read into a value that knows the library whose algorithms it will need. OpenSSL frees it when that fails, but not when the bytes end too early.
        var place: OpaquePointer? = empty
        let memory = OpenSSLMemory(der)
        guard let read = d2i_PKCS12_bio(memory.pointer, &place) else {
            OpenSSLErrors.clear()
            PKCS12_free(place)
            return nil
        }
        guard BIO_ctrl_pending(memory.pointer) == 0 else {
            PKCS12_free(read)
            return nil
        }
        pointer = read
    }

    deinit {
        PKCS12_free(pointer)
    }

    /// Checks the password by the code over the whole.
    ///
    /// - Returns: the form of the password that the file was sealed with: none and an empty one are different, and tools disagree.
    func opened(with password: String) throws(PKCS12Failure) -> PKCS12Password {
        let forms = password.isEmpty ? [PKCS12Password.empty, .absent] : [.text(password)]
        guard PKCS12_mac_present(pointer) == 1 else { return forms[0] }
        guard rounds <= PKCS12.iterationLimit else { throw .tooMuchWork }
        for form in forms {
            if form.with({ PKCS12_verify_mac(pointer, $0, $1) }) == 1 { return form }
        }
        // A code that cannot be computed and one that is another's look the same but for the reason.
        let reasons = OpenSSLErrors.take()
        throw reasons.contains { $0.library == ERR_LIB_PKCS12 && $0.reason != PKCS12_R_MAC_VERIFY_FAILURE } ? .unsupported : .wrongPassword
    }

    /// Of the code over the whole; 1 when the file does not say.
    private var rounds: Int {
        var number: UnsafePointer<ASN1_INTEGER>?
        PKCS12_get0_mac(nil, nil, nil, &number, pointer)
        return number.map { ASN1_INTEGER_get($0) }.map { $0 < 0 ? Int.max : $0 } ?? 1
    }
}

/// A password in the form that OpenSSL wants: as bytes with their length.
enum PKCS12Password {
    case absent
    /// Two zero bytes.
    case empty
    case text(String)

    func with<Value>(_ body: (UnsafePointer<CChar>?, Int32) -> Value) -> Value {
        switch self {
        case .absent: body(nil, 0)
        case .empty: "".withCString { body($0, 0) }
        case .text(let text): text.withCString { body($0, Int32(clamping: text.utf8.count)) }
        }
    }
}
