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
    /// The address for everybody's eyes: the values of its query are hidden, and of a robot's path the last part, but for their ends.
    func shown(_ kind: AlertChannelKind) -> String {
        guard var parts = URLComponents(string: url) else { return "***" }
        let query = parts.queryItems.map { items in items.map { "\($0.name)=\(Self.hidden($0.value ?? ""))" }.joined(separator: "&") }
        if kind != .webhook, query == nil, let last = parts.path.split(separator: "/").last {
            parts.path = String(parts.path.dropLast(last.count)) + "…"
            return (parts.string?.replacing("%E2%80%A6", with: "") ?? "") + Self.hidden(String(last))
        }
        parts.query = nil
        return (parts.string ?? "***") + (query.map { "?\($0)" } ?? "")
    }

    private static func hidden(_ text: String) -> String {
        text.utf8.count >= 16 ? "***\(text.suffix(4))" : "***"
    }
}
