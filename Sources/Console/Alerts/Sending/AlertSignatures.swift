import Foundation
import Signing

/// How messages are signed, each as its receiver says.
enum AlertSignatures {
    /// Standard Webhooks 1.0.0, "Signature scheme": `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`; the key is what stands in base64 behind
    /// `whsec_`.
    /// - Parameter timestamp: of the attempt, in seconds since 1970.
    /// - Returns: nil for a secret that is none.
    static func webhook(id: String, timestamp: Int, body: [UInt8], secret: String) -> String? {
        guard secret.hasPrefix(AlertChannelSecret.prefix), let key = Data(base64Encoded: String(secret.dropFirst(AlertChannelSecret.prefix.count)))
        else { return nil }
        return "v1," + base64(HMAC.sha256(key: [UInt8](key), Array("\(id).\(timestamp).".utf8) + body))
    }

    /// 钉钉 (open.dingtalk.com, "自定义机器人的安全设置", 加签): base64 of HMAC-SHA256 over timestamp, line feed and secret, keyed with the secret. It
    /// goes into the address, percent-encoded.
    /// - Parameter timestamp: in milliseconds since 1970.
    static func dingtalk(timestamp: Int, secret: String) -> String {
        base64(HMAC.sha256(key: Array(secret.utf8), Array("\(timestamp)\n\(secret)".utf8)))
    }

    /// 飞书 (open.feishu.cn, "自定义机器人使用指南", 签名校验): base64 of HMAC-SHA256 over nothing, keyed with timestamp, line feed and secret.
    /// - Parameter timestamp: in seconds since 1970.
    static func feishu(timestamp: Int, secret: String) -> String {
        base64(HMAC.sha256(key: Array("\(timestamp)\n\(secret)".utf8), []))
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
