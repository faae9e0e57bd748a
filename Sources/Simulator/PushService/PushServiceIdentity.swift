import Foundation
import NIOSSL
import Signing

/// The stand-in's certificate and its key.
public struct PushServiceIdentity: Sendable {
    /// PEM: the certificate and what stands above it.
    public let chain: [UInt8]
    private let key: [UInt8]

    /// From two files of PEM.
    /// - Throws: what the disk says.
    public init(certificate: String, key: String) throws {
        chain = Array(try Data(contentsOf: URL(filePath: certificate)))
        self.key = Array(try Data(contentsOf: URL(filePath: key)))
    }

    /// A new one that signs itself, for `localhost`, `127.0.0.1` and another host, for a year.
    public init(host: String) throws {
        let own = PrivateKey.make()
        let now = Date()
        let hosts = ["localhost", "127.0.0.1"]
        let draft = X509Draft(
            commonName: "Push service stand-in",
            validFrom: now - 86_400,
            validUntil: now + 365 * 86_400,
            hosts: hosts.contains(host) ? hosts : hosts + [host]
        )
        chain = Array(PEM(label: "CERTIFICATE", bytes: try draft.signed(for: own).der).text.utf8)
        key = Array(own.pem.utf8)
    }

    /// HTTP/2 alone. A client may show a certificate, any, and need not.
    func configuration() throws -> TLSConfiguration {
        let certificates = try NIOSSLCertificate.fromPEMBytes(chain).map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(bytes: key, format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: certificates, privateKey: .privateKey(key))
        configuration.applicationProtocols = ["h2"]
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .optionalVerification
        return configuration
    }
}
