import Foundation
import Signing
import Web

/// What the files of a certificate say, as it is shown to everybody who may see the app.
public struct CertificateFacts: Codable, Sendable, Equatable {
    /// Of the key's algorithm and size, such as `RSA 2048`, `EC P-256`.
    public let key: String
    /// SHA-256 of the public half (SubjectPublicKeyInfo), in hexadecimal digits.
    public let keySHA256: String
    /// What may be pushed to, the usual one first.
    public var topics: [String] = []
    /// Of a `.p12`.
    public var signer: CertificateSigner?
    /// From the signer's issuer upwards, as far as the file has them.
    public var chain: [CertificateLink] = []
    /// Whether the last of the chain, or the signer itself, is its own issuer.
    public var chainIsComplete = false
    /// Of a `.p8`: Apple's ids of the key and of the team.
    public var keyId: String?
    public var teamId: String?
    /// Of a build certificate for iOS.
    public var profile: BuildProfile?
    /// Of the profile's file, in hexadecimal digits.
    public var profileSHA256: String?
    /// Of a push certificate whose endpoint is no server of Apple's, in PEM: who has to vouch for that server instead of those that the machine
    /// trusts.
    public var trustedRoot: String?
    /// What is odd without being wrong: words below `certificates.warning.`.
    public var warnings: [CertificateWarning] = []
}

/// The certificate that speaks of the key.
public struct CertificateSigner: Codable, Sendable, Equatable {
    public let subject: String
    public let issuer: String
    /// Hexadecimal digits.
    public let serial: String
    public let sha256: String
    public let validFrom: Date
    public let validUntil: Date
}

/// One further up.
public struct CertificateLink: Codable, Sendable, Equatable {
    public let subject: String
    public let validUntil: Date
}

/// Something odd about a certificate that is taken nevertheless.
public enum CertificateWarning: String, Codable, CaseIterable, Sendable {
    /// Nothing in it says that it opens Apple's push service.
    case notApplePush
    /// It names no topic: every push has to.
    case noTopic
    /// Its time begins later than now.
    case notYet
    /// Its profile is for another app than the platform's bundle id says.
    case otherApp
}

extension CertificateSigner {
    init(_ certificate: X509Certificate) {
        self.init(
            subject: certificate.subject,
            issuer: certificate.issuer,
            serial: certificate.serial,
            sha256: certificate.sha256,
            validFrom: certificate.validFrom,
            validUntil: certificate.validUntil
        )
    }
}

extension CertificateFacts {
    /// For the log of changes, in hexadecimal digits; empty for none.
    var trustedRootSHA256: String { trustedRoot.map { Hex.encode(Digest.sha256(Array($0.utf8))) } ?? "" }

    init(_ key: PrivateKey) {
        self.init(key: key.kind.title, keySHA256: key.publicKeySHA256)
    }

    init(_ file: PKCS12) {
        self.init(file.privateKey)
        signer = CertificateSigner(file.certificate)
        let chain = file.certificate.chain(among: file.others)
        self.chain = chain.dropFirst().map { CertificateLink(subject: $0.subject, validUntil: $0.validUntil) }
        chainIsComplete = chain.last.map { $0.isIssued(by: $0) } ?? false
    }

    /// What makes it the same as another: the key, what speaks of it, and where it may be used.
    var identity: [String?] { [keySHA256, signer?.sha256, profile?.uuid, keyId, topics.first] }
}

extension PrivateKey.Kind {
    fileprivate var title: String {
        switch self {
        case .rsa(let bits): "RSA \(bits)"
        case .ec("prime256v1"): "EC P-256"
        case .ec("secp384r1"): "EC P-384"
        case .ec("secp521r1"): "EC P-521"
        case .ec(let curve): "EC \(curve)"
        case .other: "-"
        }
    }
}
