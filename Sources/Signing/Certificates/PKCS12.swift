import COpenSSL

/// A `.p12` (RFC 7292): a private key with its certificate and, mostly, the certificates above it, sealed with a password.
///
/// Also those that Keychain and old Macs write, whose RC2 and triple DES OpenSSL 3 has moved into its legacy provider.
public struct PKCS12: Equatable, Sendable {
    public let privateKey: PrivateKey
    /// The one that speaks of the key.
    public let certificate: X509Certificate
    /// All others, in the file's order.
    public let others: [X509Certificate]
    /// What Keychain calls the key or its certificate; empty when nothing is written.
    public let friendlyName: String

    /// Bytes at most; one with a chain of four has about 8 KB.
    public static let sizeLimit = 1 << 20
    /// Rounds of hashing that a password may ask for: Keychain's files have 2,048, OpenSSL's too, those of security folk up to a million.
    public static let iterationLimit = 2_000_000

    /// - Parameter password: may be empty.
    /// - Throws: ``PKCS12Failure``
    public init(der: [UInt8], password: String) throws(PKCS12Failure) {
        guard der.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        defer { OpenSSLErrors.clear() }
        guard let file = PKCS12Handle(der) else { throw .notPKCS12 }
        let found = try PKCS12Contents(file, try file.opened(with: password))
        guard let key = found.keys.first else { throw .noKey }
        guard let certificate = found.certificates.first(where: key.matches) else {
            throw found.certificates.isEmpty ? .noCertificate : .mismatched
        }
        privateKey = key
        self.certificate = certificate
        others = found.certificates.filter { $0 != certificate }
        friendlyName = found.friendlyName
    }
}

/// Why a `.p12` was not opened.
public enum PKCS12Failure: Error, Equatable, Sendable {
    /// More bytes than `limit`.
    case tooLarge(limit: Int)
    /// Anything else, or cut short.
    case notPKCS12
    case wrongPassword
    /// Opening it would take minutes; see ``PKCS12/iterationLimit``.
    case tooMuchWork
    /// Sealed in a way that nobody's tools use, or that this machine's OpenSSL does not have.
    case unsupported
    /// Certificates only: it was exported without its key.
    case noKey
    /// A key only.
    case noCertificate
    /// None of its certificates speaks of its key.
    case mismatched
}

/// OpenSSL with its old algorithms, for files from outside only; everything else goes on without them.
enum LegacyOpenSSL {
    /// Of its own, so that nothing else in the process can be talked into RC2.
    nonisolated(unsafe) static let library: OpaquePointer = {
        guard let library = OSSL_LIB_CTX_new() else { fatalError("OpenSSL is out of memory") }
        guard OSSL_PROVIDER_load(library, "default") != nil else { fatalError("OpenSSL lacks its default provider") }
        // Without it old files are `unsupported`; Debian has it in libssl3 itself.
        _ = OSSL_PROVIDER_load(library, "legacy")
        return library
    }()
}
