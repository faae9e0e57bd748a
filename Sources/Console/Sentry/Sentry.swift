import Foundation
import Storage
import Web

/// A platform of an app as Sentry's SDKs know it.
public struct SentryProject: Codable, Sendable, Equatable {
    public let app: String
    public let platform: Platform
    /// Ends every address, as SDKs want digits there.
    public let number: Int
    /// The most events that each key may bring a minute on a node; 0 for as many as come.
    public let eventsAMinute: Int
    /// Newest first.
    public let keys: [SentryKey]

    /// The one to build into apps; nil while all are disabled.
    var newest: SentryKey? { keys.first { $0.state == .active } }
}

/// What opens a project. It is in every app that was shipped, so it is no secret, and an old one stays valid beside new ones.
public struct SentryKey: Codable, Sendable, Equatable {
    /// 32 lower-case hexadecimal digits.
    public let publicKey: String
    public let state: SentryKeyState
    public let createdAt: Date
    public let createdBy: String
}

public enum SentryKeyState: String, Codable, Sendable, CaseIterable, SQLConvertible {
    case active
    /// What comes by it is refused.
    case disabled

    /// What may become of it.
    var next: [SentryKeyState] {
        switch self {
        case .active: [.disabled]
        case .disabled: [.active]
        }
    }
}

/// An address as SDKs are given it: `https://<public key>@<host>/<project>`.
struct SentryDSN {
    let text: String

    /// - Parameter publicURL: what devices call the console.
    init(_ key: String, project: Int, publicURL: String) {
        let parts = publicURL.split(separator: "://", maxSplits: 1)
        let (scheme, host) = parts.count == 2 ? (String(parts[0]), parts[1]) : ("https", parts[0][...])
        text = "\(scheme)://\(key)@\(host.hasSuffix("/") ? host.dropLast() : host)/\(project)"
    }

    /// The key in an address that an envelope names.
    static func key(in address: String) -> String? {
        guard let rest = address.split(separator: "://", maxSplits: 1).last, let at = rest.firstIndex(of: "@") else { return nil }
        return rest[..<at].split(separator: ":").first.map(String.init)
    }
}

/// How much one request may bring.
enum SentryLimits {
    /// Bytes as sent.
    static let packed = 20 << 20
    /// Bytes after unpacking, of what came in more than ``small`` bytes.
    static let unpacked = 24 << 20
    /// Requests that pass however many come, and what they may unpack to.
    static let small = 256 << 10
    static let smallUnpacked = 10 << 20
    /// Bytes of an event, twice of what Sentry takes.
    static let event = 2 << 20
    /// Bytes of all attachments of one request together; of one report there may be ``attachments``.
    static let attached = 20 << 20
    static let attachments = 20
    /// Items of sessions in one request.
    static let sessions = 100
    /// What a key's limit may be set to.
    static let eventsAMinute = 0...1_000_000
    static let keys = 20
}
