import COpenSSL

/// Signed data (RFC 5652), such as a provisioning profile: something, who says so, and a signature.
public struct CMS: Equatable, Sendable {
    /// What was signed.
    public let content: [UInt8]
    /// Those that came with it, in its order; one that cannot be read is left out.
    public let certificates: [X509Certificate]
    /// Whether a certificate that came with it made the signature over exactly this content. Who owns that certificate is not looked at.
    public let isIntact: Bool

    /// Bytes at most, of the whole and so of its content.
    public static let sizeLimit = 4 << 20

    /// - Throws: ``CMSFailure``
    public init(der: [UInt8]) throws(CMSFailure) {
        guard der.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        defer { OpenSSLErrors.clear() }
        guard let handle = CMSHandle(der) else { throw .notSigned }
        guard let content = handle.content else { throw .noContent }
        self.content = content
        certificates = handle.certificates
        isIntact = handle.isIntact
    }

    /// What was signed, without a look at the signature.
    /// - Throws: ``CMSFailure``
    public static func content(of der: [UInt8]) throws(CMSFailure) -> [UInt8] {
        try CMS(der: der).content
    }

    /// The certificates that came with it, also with the signature alone, as an apk keeps it.
    /// - Throws: ``CMSFailure``, but never `noContent`.
    public static func certificates(of der: [UInt8]) throws(CMSFailure) -> [X509Certificate] {
        guard der.count <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
        defer { OpenSSLErrors.clear() }
        guard let handle = CMSHandle(der) else { throw .notSigned }
        return handle.certificates
    }
}

/// Why something was not read as signed data.
public enum CMSFailure: Error, Equatable, Sendable {
    /// More bytes than `limit`.
    case tooLarge(limit: Int)
    /// Anything else, or cut short.
    case notSigned
    /// The signature alone; what was signed is elsewhere.
    case noContent
}

/// Owner of one message of OpenSSL.
private final class CMSHandle {
    let pointer: OpaquePointer

    /// - Returns: nil for anything but signed data.
    init?(_ der: [UInt8]) {
        let read = OpenSSLBytes.decoded(der, { d2i_CMS_ContentInfo(nil, $0, $1) }, free: { CMS_ContentInfo_free($0) })
        guard let read else { return nil }
        guard OBJ_obj2nid(CMS_get0_type(read)) == NID_pkcs7_signed else {
            CMS_ContentInfo_free(read)
            return nil
        }
        pointer = read
    }

    deinit {
        CMS_ContentInfo_free(pointer)
    }

    var content: [UInt8]? {
        guard let place = CMS_get0_content(pointer), let string = place.pointee else { return nil }
        return OpenSSLBytes.of(string)
    }

    var certificates: [X509Certificate] {
        guard let stack = CMS_get1_certs(pointer) else { return [] }
        defer { OPENSSL_sk_free(stack) }
        let handles = OpenSSLBytes.elements(of: stack).map { X509Handle(owning: OpaquePointer($0)) }
        return handles.prefix(100).compactMap { handle in
            guard let der = handle.der, der.count <= X509Certificate.sizeLimit else { return nil }
            return try? X509Certificate(handle, der: der)
        }
    }

    var isIntact: Bool {
        CMS_verify(pointer, nil, nil, nil, nil, UInt32(CMS_NO_SIGNER_CERT_VERIFY | CMS_BINARY)) == 1
    }
}
