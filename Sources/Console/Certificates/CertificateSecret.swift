import Foundation
import Signing
import Storage

/// The files of a certificate and their password: in clear for as long as somebody holds this value, at rest only sealed.
public struct CertificateSecret: Codable, Sendable, Equatable {
    /// The `.p12` or `.p8`, byte for byte.
    public let file: Data
    /// Of the `.p12`; empty for a `.p8`.
    public let password: String
    /// The provisioning profile.
    public let profile: Data?

    /// Sealed with AES-256-GCM under the key file, and bound to the certificate so that no row can take another's.
    func sealed(_ key: [UInt8], for certificate: String) throws -> [UInt8] {
        try AESGCM.seal([UInt8](try JSONEncoder().encode(self)), key: key, authenticating: Self.context(certificate))
    }

    static func open(_ sealed: [UInt8], _ key: [UInt8], for certificate: String) throws -> CertificateSecret {
        let plain = try AESGCM.open(sealed, key: key, authenticating: context(certificate))
        return try JSONDecoder().decode(CertificateSecret.self, from: Data(plain))
    }

    private static func context(_ certificate: String) -> [UInt8] {
        Array("certificate \(certificate)".utf8)
    }
}

/// A push certificate with its key: what is needed to speak to the service that it opens.
public struct PushCertificate: Sendable {
    public let certificate: Certificate
    public let key: Key

    public enum Key: Sendable {
        /// Shown in the TLS handshake.
        case identity(PKCS12)
        /// Signs tokens (ES256).
        case token(PrivateKey, keyId: String, teamId: String)
    }

    /// What pushes go to unless they name another.
    public var topic: String { certificate.topic }
    public var endpoint: CertificateEndpoint { certificate.endpoint ?? .apple(certificate.environment) }
}
