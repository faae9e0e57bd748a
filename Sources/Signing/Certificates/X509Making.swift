import COpenSSL
import Foundation

/// A certificate to be made here: for demonstrations and tests, which nobody's phone trusts.
public struct X509Draft: Sendable {
    public var commonName: String
    public var organisationalUnit: String
    /// Where Apple writes a bundle identifier.
    public var userId: String
    public var validFrom: Date
    public var validUntil: Date
    /// Topics of pushes. With some it also says that it opens the push service.
    public var pushTopics: [String]
    /// Whether pushes are for apps from Xcode only.
    public var isForDevelopment: Bool
    /// Names and IPv4 addresses of the server whose certificate it is, such as `localhost` and `127.0.0.1` (RFC 5280, 4.2.1.6).
    public var hosts: [String]

    public init(
        commonName: String,
        organisationalUnit: String = "",
        userId: String = "",
        validFrom: Date,
        validUntil: Date,
        pushTopics: [String] = [],
        isForDevelopment: Bool = false,
        hosts: [String] = []
    ) {
        self.commonName = commonName
        self.organisationalUnit = organisationalUnit
        self.userId = userId
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.pushTopics = pushTopics
        self.isForDevelopment = isForDevelopment
        self.hosts = hosts
    }

    /// The certificate of `key`.
    ///
    /// - Parameter issuer: who signs; without one the certificate does so itself.
    public func signed(
        for key: PrivateKey,
        by issuer: (certificate: X509Certificate, key: PrivateKey)? = nil
    ) throws(X509Failure) -> X509Certificate {
        guard let pointer = X509_new(), let own = OpenSSLKey(der: key.der), let signer = OpenSSLKey(der: (issuer?.key ?? key).der) else {
            throw .notACertificate
        }
        let handle = X509Handle(owning: pointer)
        handle.write(self, key: own)
        let above = issuer.flatMap { X509Handle(der: $0.certificate.der) } ?? handle
        X509_set_issuer_name(pointer, X509_get_subject_name(above.pointer))
        guard X509_sign(pointer, signer.pointer, Digest.Algorithm.sha256.fetched) > 0, let der = handle.der else { throw .notACertificate }
        return try X509Certificate(der: der)
    }
}

extension X509Handle {
    fileprivate func write(_ draft: X509Draft, key: OpenSSLKey) {
        X509_set_version(pointer, 2)
        // 20 bytes at most, and positive (RFC 5280, 4.1.2.2).
        let serial = Random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 1
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), serial)
        ASN1_TIME_set(X509_getm_notBefore(pointer), Int(draft.validFrom.timeIntervalSince1970))
        ASN1_TIME_set(X509_getm_notAfter(pointer), Int(draft.validUntil.timeIntervalSince1970))
        // As Apple orders them.
        add("UID", draft.userId)
        add("CN", draft.commonName)
        add("OU", draft.organisationalUnit)
        X509_set_pubkey(pointer, key.pointer)
        if !draft.hosts.isEmpty { add(extension: "2.5.29.17", X509Certificate.encoded(hosts: draft.hosts)) }
        guard !draft.pushTopics.isEmpty else { return }
        let null: [UInt8] = [5, 0]
        add(extension: "1.2.840.113635.100.6.3.1", null)
        if !draft.isForDevelopment { add(extension: "1.2.840.113635.100.6.3.2", null) }
        add(extension: "1.2.840.113635.100.6.3.6", X509Certificate.encoded(topics: draft.pushTopics))
    }

    private func add(_ field: String, _ text: String) {
        guard !text.isEmpty else { return }
        let bytes = Array(text.utf8)
        X509_NAME_add_entry_by_txt(X509_get_subject_name(pointer), field, MBSTRING_UTF8, bytes, Int32(clamping: bytes.count), -1, 0)
    }

    private func add(extension identifier: String, _ content: [UInt8]) {
        guard let object = OBJ_txt2obj(identifier, 1), let data = ASN1_STRING_type_new(V_ASN1_OCTET_STRING) else { return }
        defer {
            ASN1_OBJECT_free(object)
            ASN1_STRING_free(data)
        }
        ASN1_STRING_set(data, content, Int32(clamping: content.count))
        guard let made = X509_EXTENSION_create_by_OBJ(nil, object, 0, data) else { return }
        defer { X509_EXTENSION_free(made) }
        X509_add_ext(pointer, made, -1)
    }
}

extension X509Certificate {
    /// The alternative names of a subject: addresses under the tag of `iPAddress`, all else under that of `dNSName`.
    static func encoded(hosts: [String]) -> [UInt8] {
        let names = hosts.flatMap { host in
            let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { UInt8(String(Substring($0))) }
            let address = parts.compactMap { $0 }
            return parts.count == 4 && address.count == 4 ? DER.write(0x87, address) : DER.write(0x82, Array(host.utf8))
        }
        return DER.write(DER.sequence, names)
    }
}
