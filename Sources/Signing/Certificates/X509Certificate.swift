import COpenSSL
import Foundation

/// A certificate (RFC 5280), read but not judged: neither its chain nor whether it is revoked.
public struct X509Certificate: Equatable, Sendable {
    /// As it was signed.
    public let der: [UInt8]
    /// In RFC 2253's order: `C=US, OU=LQ38NAVXP6, CN=…, UID=com.example.app`.
    public let subject: String
    public let issuer: String
    /// Of the subject; empty where there is none, as the next three are.
    public let commonName: String
    public let organisation: String
    /// A team's id in Apple's certificates.
    public let organisationalUnit: String
    /// A bundle identifier in Apple's push certificates.
    public let userId: String
    /// Lower-case hexadecimal digits.
    public let serial: String
    public let validFrom: Date
    public let validUntil: Date
    /// Of ``der``, in hexadecimal digits: what keytool, apksigner and Xcode show.
    public let sha256: String
    /// SHA-256 of the public key with its algorithm (SubjectPublicKeyInfo), in hexadecimal digits.
    public let publicKeySHA256: String

    /// Bytes of a certificate at most; those of app stores have under 4 KB.
    public static let sizeLimit = 64 << 10

    /// - Throws: ``X509Failure``
    public init(der: [UInt8]) throws(X509Failure) {
        guard der.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        guard let handle = X509Handle(der: der) else { throw .notACertificate }
        try self.init(handle, der: der)
    }

    /// - Parameter der: what `handle` was read from.
    init(_ handle: X509Handle, der: [UInt8]) throws(X509Failure) {
        guard let from = X509Handle.date(X509_get0_notBefore(handle.pointer)), let until = X509Handle.date(X509_get0_notAfter(handle.pointer)) else {
            throw .unreadableTime
        }
        let subject = X509Name(X509_get_subject_name(handle.pointer))
        self.der = der
        self.subject = subject.text
        issuer = X509Name(X509_get_issuer_name(handle.pointer)).text
        commonName = subject.commonName
        organisation = subject.organisation
        organisationalUnit = subject.organisationalUnit
        userId = subject.userId
        serial = handle.serial
        validFrom = from
        validUntil = until
        sha256 = Hex.encode(Digest.sha256(der))
        publicKeySHA256 = Hex.encode(Digest.sha256(handle.publicKey))
    }

    /// The content of an extension: DER of whatever its identifier says. Nil where it has none.
    ///
    /// - Parameter identifier: in dots, `2.5.29.19`.
    public func value(ofExtension identifier: String) -> [UInt8]? {
        X509Handle(der: der)?.value(ofExtension: identifier)
    }

    /// Whether another certificate's key made this one's signature. A certificate that issued itself is a root, or signed by nobody.
    public func isIssued(by other: X509Certificate) -> Bool {
        guard let own = X509Handle(der: der), let issuer = X509Handle(der: other.der) else { return false }
        defer { OpenSSLErrors.clear() }
        guard X509_check_issued(issuer.pointer, own.pointer) == X509_V_OK, let key = X509_get0_pubkey(issuer.pointer) else { return false }
        return X509_verify(own.pointer, key) == 1
    }

    /// This one, its issuer, the issuer's issuer, as far as `others` have them; at most 10.
    public func chain(among others: [X509Certificate]) -> [X509Certificate] {
        var chain = [self]
        while chain.count < 10, let last = chain.last, let next = others.first(where: { !chain.contains($0) && last.isIssued(by: $0) }) {
            chain.append(next)
        }
        return chain
    }
}

/// Why something was not read as a certificate.
public enum X509Failure: Error, Equatable, Sendable {
    /// More bytes than `limit`.
    case tooLarge(limit: Int)
    /// Anything else, and a certificate with bytes behind it.
    case notACertificate
    /// It says from when or until when it is valid in no known form.
    case unreadableTime
}
