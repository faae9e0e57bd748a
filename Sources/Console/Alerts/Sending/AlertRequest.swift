import Foundation
import Web

/// One attempt to deliver a message, as it goes out: a POST of JSON.
struct AlertRequest: Sendable {
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// - Parameters:
    ///   - id: of the message; the same over all attempts.
    ///   - body: as it was stored.
    ///   - now: of this attempt.
    init(_ kind: AlertChannelKind, _ secret: AlertChannelSecret, oldSecretUntil: Date?, id: String, body: String, now: Date) {
        let plain = Array(body.utf8)
        switch kind {
        case .webhook:
            let seconds = Int(now.timeIntervalSince1970)
            let isOldKept = oldSecretUntil.map { $0 > now } ?? false
            let secrets = [secret.secret, isOldKept ? secret.oldSecret : nil].compactMap { $0 }
            let signatures = secrets.compactMap { AlertSignatures.webhook(id: id, timestamp: seconds, body: plain, secret: $0) }
            let signature = signatures.joined(separator: " ")
            self.init(secret.url, plain, [("webhook-id", id), ("webhook-timestamp", "\(seconds)"), ("webhook-signature", signature)])
        case .dingtalk:
            self.init(Self.dingtalk(secret, now), plain)
        case .feishu:
            self.init(secret.url, secret.secret.map { Self.signed(body, $0, now) } ?? plain)
        case .wecom:
            self.init(secret.url, plain)
        }
    }

    private init(_ url: String, _ body: [UInt8], _ extra: [(name: String, value: String)] = []) {
        self.url = url
        self.body = body
        headers = [("Content-Type", "application/json; charset=utf-8"), ("Accept", "application/json"), ("User-Agent", "main-site-alerts/1")] + extra
    }

    private static func dingtalk(_ secret: AlertChannelSecret, _ now: Date) -> String {
        guard let key = secret.secret else { return secret.url }
        let milliseconds = Int(now.timeIntervalSince1970 * 1_000)
        let signature = PercentEncoding.encode(AlertSignatures.dingtalk(timestamp: milliseconds, secret: key))
        return secret.url + (secret.url.contains("?") ? "&" : "?") + "timestamp=\(milliseconds)&sign=\(signature)"
    }

    /// With the two fields that the robot looks for.
    private static func signed(_ body: String, _ secret: String, _ now: Date) -> [UInt8] {
        guard case .object(var members)? = JSONValue(text: body) else { return Array(body.utf8) }
        let seconds = Int(now.timeIntervalSince1970)
        members["timestamp"] = .string("\(seconds)")
        members["sign"] = .string(AlertSignatures.feishu(timestamp: seconds, secret: secret))
        return Array(JSONValue.object(members).text().utf8)
    }
}
