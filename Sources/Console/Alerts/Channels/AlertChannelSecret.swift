import Foundation
import Signing

/// Where a channel's messages go and what signs them: in clear for as long as somebody holds this value, at rest only sealed. The address of a robot lets
/// anybody speak in its group.
struct AlertChannelSecret: Codable, Sendable, Equatable {
    let url: String
    /// A webhook's as `whsec_…`, a robot's as its makers gave it.
    var secret: String?
    /// The one before, which goes on signing for a time.
    var oldSecret: String?

    /// 24 to 64 bytes are asked for.
    private static let bytes = 32
    static let prefix = "whsec_"

    /// A new one for a webhook.
    static func make() -> String { prefix + Data(Random.bytes(bytes)).base64EncodedString() }

    /// Sealed with AES-256-GCM under the key file, and bound to the channel so that no row can take another's.
    func sealed(_ key: [UInt8], for channel: String) throws -> [UInt8] {
        try AESGCM.seal([UInt8](try JSONEncoder().encode(self)), key: key, authenticating: Self.context(channel))
    }

    static func open(_ sealed: [UInt8], _ key: [UInt8], for channel: String) throws -> AlertChannelSecret {
        let plain = try AESGCM.open(sealed, key: key, authenticating: context(channel))
        return try JSONDecoder().decode(AlertChannelSecret.self, from: Data(plain))
    }

    private static func context(_ channel: String) -> [UInt8] { Array("alert channel \(channel)".utf8) }
}

extension AlertChannelSecret {
    /// From so many bytes on the last part of a webhook's path is taken for what admits messages there.
    private static let shortestKey = 16

    /// The address for everybody's eyes: the values of its query are hidden, and the last part of its path, of a robot without a query and of a webhook
    /// where it is as long as a key, but for their ends.
    func shown(_ kind: AlertChannelKind) -> String {
        guard var parts = URLComponents(string: url) else { return "***" }
        let query = parts.queryItems.map { items in items.map { "\($0.name)=\(Self.hidden($0.value ?? ""))" }.joined(separator: "&") }
        var path = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let last = path.lastIndex(where: { !$0.isEmpty }), kind == .webhook ? path[last].utf8.count >= Self.shortestKey : query == nil {
            path[last] = Self.hidden(path[last])
        }
        parts.percentEncodedPath = path.joined(separator: "/")
        parts.query = nil
        return (parts.string ?? "***") + (query.map { "?\($0)" } ?? "")
    }

    private static func hidden(_ text: String) -> String {
        text.utf8.count >= 16 ? "***\(text.suffix(4))" : "***"
    }
}
