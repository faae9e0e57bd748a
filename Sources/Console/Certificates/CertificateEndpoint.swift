import Foundation
import Storage

/// Where pushes go: Apple's service, or an HTTP/2 server that stands in for it.
public struct CertificateEndpoint: Sendable, Equatable {
    /// Without TLS, which only a server on this machine may be asked for: whoever listens on the way could push.
    public let isPlain: Bool
    public let host: String
    public let port: Int

    /// Apple's, over HTTP/2: https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
    public static func apple(_ environment: CertificateEnvironment) -> CertificateEndpoint {
        switch environment {
        case .development: CertificateEndpoint(isPlain: false, host: "api.sandbox.push.apple.com", port: 443)
        case .production: CertificateEndpoint(isPlain: false, host: "api.push.apple.com", port: 443)
        }
    }

    /// `https://api.push.apple.com:443`
    public var text: String { "\(isPlain ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    private init(isPlain: Bool, host: String, port: Int) {
        self.isPlain = isPlain
        self.host = host
        self.port = port
    }

    /// Reads `host`, `host:port`, `https://host:port`, and `http://127.0.0.1:port`.
    ///
    /// - Returns: nil for anything else, for a path, and for `http` to another machine.
    public init?(_ text: String) {
        let full = text.contains("://") ? text : "https://\(text)"
        guard full.utf8.count <= 300, let parts = URLComponents(string: full), let scheme = parts.scheme, ["http", "https"].contains(scheme) else {
            return nil
        }
        guard let host = parts.host?.trimmingCharacters(in: ["[", "]"]).lowercased(), Self.isHost(host) else { return nil }
        guard parts.user == nil, parts.password == nil, ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil else { return nil }
        let port = parts.port ?? (scheme == "http" ? 80 : 443)
        guard (1...65_535).contains(port), scheme == "https" || ["localhost", "127.0.0.1", "::1"].contains(host) else { return nil }
        self.init(isPlain: scheme == "http", host: host, port: port)
    }

    private static func isHost(_ host: String) -> Bool {
        host.wholeMatch(of: #/[a-z0-9]([a-z0-9.\-]{0,251}[a-z0-9])?|[0-9a-f:.]{2,45}/#) != nil
    }
}

extension CertificateEndpoint: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let endpoint = CertificateEndpoint(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no endpoint"))
        }
        self = endpoint
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension CertificateEndpoint: SQLConvertible {
    public var sqlValue: SQLValue { .text(text) }

    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self.init(text)
    }
}
