import COpenSSL

/// What is in a `.p12`. Its boxes are opened one by one here, and not by OpenSSL's `PKCS12_parse`, which hashes a password as often as
/// the file asks, keeps one key and says little of what went wrong.
struct PKCS12Contents {
    private(set) var keys: [PrivateKey] = []
    private(set) var certificates: [X509Certificate] = []
    private(set) var friendlyName = ""
    private let password: PKCS12Password
    /// Things in it; more than any tool writes.
    private var bags = 0

    private static let mostBags = 200
    private static let deepest = 4

    init(_ file: PKCS12Handle, _ password: PKCS12Password) throws(PKCS12Failure) {
        self.password = password
        guard let safes = PKCS12_unpack_authsafes(file.pointer) else { throw .notPKCS12 }
        let boxes = OpenSSLBytes.elements(of: safes).map { PKCS12Box(owning: $0.assumingMemoryBound(to: PKCS7.self)) }
        OPENSSL_sk_free(safes)
        for box in boxes.prefix(Self.mostBags) { try take(try box.bags(password), depth: 0) }
    }

    private mutating func take(_ stack: PKCS12Bags, depth: Int) throws(PKCS12Failure) {
        for bag in stack.bags {
            bags += 1
            guard bags <= Self.mostBags, depth < Self.deepest else { throw .notPKCS12 }
            try take(bag, depth: depth)
        }
    }

    private mutating func take(_ bag: OpaquePointer, depth: Int) throws(PKCS12Failure) {
        switch PKCS12_SAFEBAG_get_nid(bag) {
        case NID_keyBag: add(PKCS12_SAFEBAG_get0_p8inf(bag), named: bag)
        case NID_pkcs8ShroudedKeyBag: try openKey(bag)
        case NID_certBag: addCertificate(bag)
        case NID_safeContentsBag:
            guard let inner = PKCS12_SAFEBAG_get0_safes(bag) else { return }
            try take(PKCS12Bags(borrowing: inner), depth: depth + 1)
        default: break
        }
    }

    private mutating func openKey(_ bag: OpaquePointer) throws(PKCS12Failure) {
        var algorithm: UnsafePointer<X509_ALGOR>?
        X509_SIG_get0(PKCS12_SAFEBAG_get0_pkcs8(bag), &algorithm, nil)
        try PKCS12Work.check(algorithm)
        let info = password.with { PKCS12_decrypt_skey_ex(bag, $0, $1, LegacyOpenSSL.library, nil) }
        guard let info else { throw PKCS12Work.reason() }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        add(info, named: bag)
    }

    private mutating func add(_ info: OpaquePointer?, named bag: OpaquePointer) {
        guard let info, let der = OpenSSLBytes.encoded({ i2d_PKCS8_PRIV_KEY_INFO(info, $0) }), let key = try? PrivateKey(der: der) else { return }
        keys.append(key)
        name(bag)
    }

    private mutating func addCertificate(_ bag: OpaquePointer) {
        guard PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate, let pointer = PKCS12_SAFEBAG_get1_cert(bag) else { return }
        let handle = X509Handle(owning: pointer)
        guard let der = handle.der, der.count <= X509Certificate.sizeLimit, let certificate = try? X509Certificate(handle, der: der) else { return }
        certificates.append(certificate)
        name(bag)
    }

    private mutating func name(_ bag: OpaquePointer) {
        guard friendlyName.isEmpty, let attribute = PKCS12_SAFEBAG_get0_attr(bag, NID_friendlyName) else { return }
        // PKCS12_get_friendlyname knows Latin letters only, OPENSSL_uni2utf8 loses Chinese ones: UTF-16, the higher byte first.
        guard attribute.pointee.type == V_ASN1_BMPSTRING else { return }
        let bytes = OpenSSLBytes.of(attribute.pointee.value.bmpstring).prefix(512)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        friendlyName = String(decoding: units, as: UTF16.self)
    }
}

/// One of a file's boxes: sealed, or open.
private final class PKCS12Box {
    private let pointer: UnsafeMutablePointer<PKCS7>

    init(owning pointer: UnsafeMutablePointer<PKCS7>) {
        self.pointer = pointer
    }

    deinit {
        PKCS7_free(pointer)
    }

    func bags(_ password: PKCS12Password) throws(PKCS12Failure) -> PKCS12Bags {
        switch OBJ_obj2nid(pointer.pointee.type) {
        case NID_pkcs7_data:
            guard let bags = PKCS12_unpack_p7data(pointer) else { throw .notPKCS12 }
            return PKCS12Bags(owning: bags)
        case NID_pkcs7_encrypted:
            try PKCS12Work.check(UnsafePointer(pointer.pointee.d.encrypted?.pointee.enc_data?.pointee.algorithm))
            let bags = password.with { PKCS12_unpack_p7encdata(pointer, $0, $1) }
            guard let bags else { throw PKCS12Work.reason() }
            return PKCS12Bags(owning: bags)
        // Sealed with somebody's public key: nobody's tools do it.
        default: throw .unsupported
        }
    }
}

/// A `STACK_OF(PKCS12_SAFEBAG)`.
private final class PKCS12Bags {
    private let stack: OpaquePointer
    private let isOwner: Bool

    init(owning stack: OpaquePointer) {
        self.stack = stack
        isOwner = true
    }

    init(borrowing stack: OpaquePointer) {
        self.stack = stack
        isOwner = false
    }

    deinit {
        if isOwner { OPENSSL_sk_pop_free(stack) { PKCS12_SAFEBAG_free($0.map { OpaquePointer($0) }) } }
    }

    var bags: [OpaquePointer] { OpenSSLBytes.elements(of: stack).map { OpaquePointer($0) } }
}
