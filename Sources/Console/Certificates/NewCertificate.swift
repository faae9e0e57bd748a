import Foundation
import NIOSSL
import Web

/// What comes beside the files. What is left out is taken from them, or is what is usual.
public struct NewCertificate: Codable, Sendable {
    /// iOS when absent.
    public var platform: Platform?
    /// At most 60 characters; what the file calls it when absent.
    public var alias: String?
    /// Of the `.p12`.
    public var password: String?
    /// Of a push certificate.
    public var environment: CertificateEnvironment?
    /// Of a push certificate: `host`, `host:port` or a URL; Apple's for the environment when absent.
    public var endpoint: String?
    /// Instead of `endpoint`.
    public var host: String?
    public var port: Int?
    /// Of a push certificate: a root certificate in PEM, by which an endpoint of one's own is trusted.
    public var trustedRoot: String?
    /// Of a `.p8`, 10 letters and digits each; the key's may stand in the file's name.
    public var keyId: String?
    public var teamId: String?
    /// Of a `.p8`, and of a `.p12` that names none: the bundle identifier.
    public var topic: String?

    public init(platform: Platform? = nil, alias: String? = nil, password: String? = nil) {
        self.platform = platform
        self.alias = alias
        self.password = password
    }

    /// - Throws: `invalid` with every field that is wrong by itself.
    func check() throws {
        var wrong = CertificateRules.alias(alias)
        if password?.unicodeScalars.count ?? 0 > CertificateLimits.password { wrong.append(Rejection("password", "certificates.password.long")) }
        wrong += CertificateRules.endpoint(self)
        wrong += CertificateRules.root(trustedRoot)
        for (name, id) in [("keyId", keyId), ("teamId", teamId)] where id?.orNil.map({ $0.wholeMatch(of: CertificateRules.appleId) == nil }) ?? false
        {
            wrong.append(Rejection(name, "certificates.\(name).invalid"))
        }
        if let topic = topic?.orNil, topic.wholeMatch(of: CertificateRules.topic) == nil {
            wrong.append(Rejection("topic", "certificates.topic.invalid"))
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    /// Nil for Apple's own.
    var ownEndpoint: CertificateEndpoint? {
        if let text = endpoint?.orNil { return CertificateEndpoint(text) }
        guard let host = host?.orNil else { return nil }
        return CertificateEndpoint(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port ?? 443)" : "\(host):\(port ?? 443)")
    }
}

/// What may be changed of a certificate.
public struct CertificateDetails: Codable, Sendable {
    public let alias: String
    /// Of a push certificate; as it was when absent.
    public let endpoint: String?
    /// Of a push certificate; as it was when absent, none when empty.
    public let trustedRoot: String?

    func check() throws {
        var wrong = CertificateRules.alias(alias)
        if alias.trimmingCharacters(in: .whitespaces).isEmpty { wrong.append(Rejection("alias", "web.required")) }
        if let text = endpoint?.orNil, CertificateEndpoint(text) == nil { wrong.append(Rejection("endpoint", "certificates.endpoint.invalid")) }
        wrong += CertificateRules.root(trustedRoot)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

enum CertificateRules {
    /// Apple's ids of keys and teams.
    nonisolated(unsafe) static let appleId = #/[A-Z0-9]{10}/#
    nonisolated(unsafe) static let topic = #/[A-Za-z0-9][A-Za-z0-9.\-]{0,154}/#

    static func alias(_ alias: String?) -> [Rejection] {
        guard let alias else { return [] }
        return alias.unicodeScalars.count <= CertificateLimits.alias && alias.isOneLine ? [] : [Rejection("alias", "certificates.alias.invalid")]
    }

    static func root(_ text: String?) -> [Rejection] {
        guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines).orNil else { return [] }
        return isRoot(text) ? [] : [Rejection("trustedRoot", "certificates.trustedRoot.invalid")]
    }

    /// One certificate in PEM, or a few.
    static func isRoot(_ text: String) -> Bool {
        guard text.utf8.count <= CertificateLimits.root, let found = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)) else { return false }
        return (1...10).contains(found.count)
    }

    static func endpoint(_ new: NewCertificate) -> [Rejection] {
        if new.endpoint?.orNil != nil { return new.ownEndpoint == nil ? [Rejection("endpoint", "certificates.endpoint.invalid")] : [] }
        guard new.host?.orNil != nil else { return new.port == nil ? [] : [Rejection("host", "web.required")] }
        if let port = new.port, !(1...65_535).contains(port) { return [Rejection("port", "certificates.port.range")] }
        return new.ownEndpoint == nil ? [Rejection("host", "certificates.endpoint.invalid")] : []
    }
}
