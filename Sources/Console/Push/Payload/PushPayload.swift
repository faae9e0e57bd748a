import Foundation
import Web

/// What services are given of a message. Each function fills the placeholders and gives the bytes that are the same for all devices with these
/// parameters; where a device's token stands in the body, its channel's door adds it.
enum PushPayload {
    /// Bytes that Apple's service takes, and Google's: 4,096 (developer.apple.com, "Generating a remote notification"; firebase.google.com, "About
    /// FCM messages").
    static let limit = 4_096

    /// - Parameter message: its id, which devices report back as `messageId`; empty for what they need not report.
    /// - Throws: what ``PushContent/filled(with:)`` throws.
    static func bytes(for channel: PushChannel, _ content: PushContent, parameters: [String: String], message: String) throws -> [UInt8] {
        switch channel {
        case .apns: try apns(content, parameters: parameters, message: message)
        case .fcm: try fcm(content, parameters: parameters, message: message)
        case .huawei: try huawei(content, parameters: parameters, message: message)
        case .xiaomi: try xiaomi(content, parameters: parameters, message: message)
        case .oppo: try oppo(content, parameters: parameters, message: message)
        case .vivo: try vivo(content, parameters: parameters, message: message)
        }
    }

    /// `{"aps":{…},"messageId":"…",…}`: what the message's data says stands beside `aps`, as apps expect it; a name of it that is ours is left out.
    static func apns(_ content: PushContent, parameters: [String: String], message: String) throws -> [UInt8] {
        let content = try content.filled(with: parameters)
        var members = content.data.filter { !reserved.contains($0.key) }
        members["aps"] = .object(aps(content))
        if let id = message.orNil { members["messageId"] = .string(id) }
        if let image = content.imageURL, !content.silent { members["imageURL"] = .string(image) }
        return Array(JSONValue.object(members).text().utf8)
    }

    /// Names at the top level that the console itself writes.
    static let reserved: Set<String> = ["aps", "messageId", "imageURL"]

    /// developer.apple.com, "Generating a remote notification", table 1. A picture is fetched by the app's service extension, which runs only with
    /// `mutable-content`.
    private static func aps(_ content: PushContent) -> [String: JSONValue] {
        guard !content.silent else { return ["content-available": .integer(1)] }
        var alert: [String: JSONValue] = ["body": .string(content.body)]
        if !content.title.isEmpty { alert["title"] = .string(content.title) }
        var aps: [String: JSONValue] = ["alert": .object(alert)]
        if let badge = content.badge { aps["badge"] = .integer(Int64(badge)) }
        if let sound = content.sound.orNil { aps["sound"] = .string(sound) }
        if content.imageURL != nil { aps["mutable-content"] = .integer(1) }
        return aps
    }
}
