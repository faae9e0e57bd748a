import Foundation
import Web

/// What the other services are given. Where the body has the token in it, its channel's door puts it in.
extension PushPayload {
    /// Members of `message` (firebase.google.com, "REST Resource: projects.messages") without `token`.
    static func fcm(_ content: PushContent, parameters: [String: String], message: String) throws -> [UInt8] {
        let content = try content.filled(with: parameters)
        var android: [String: JSONValue] = [
            "ttl": .string("\(min(content.ttlSeconds, 28 * 86_400))s"), "priority": .string(content.silent ? "NORMAL" : "HIGH"),
        ]
        if let collapse = content.collapseId.orNil { android["collapse_key"] = .string(collapse) }
        var members: [String: JSONValue] = ["data": .object(texts(content, message).mapValues { .string($0) })]
        if !content.silent {
            var notification: [String: JSONValue] = ["title": .string(content.title), "body": .string(content.body)]
            if let image = content.imageURL { notification["image"] = .string(image) }
            members["notification"] = .object(notification)
            var shown: [String: JSONValue] = [:]
            if let sound = content.sound.orNil { shown["sound"] = .string(sound) }
            if let badge = content.badge { shown["notification_count"] = .integer(Int64(badge)) }
            if !shown.isEmpty { android["notification"] = .object(shown) }
        }
        members["android"] = .object(android)
        return bytes(members)
    }

    /// Members of `message` (developer.huawei.com, "下行消息", REST API of HMS Core) without `token`.
    static func huawei(_ content: PushContent, parameters: [String: String], message: String) throws -> [UInt8] {
        let content = try content.filled(with: parameters)
        var android: [String: JSONValue] = ["ttl": .string("\(max(1, min(content.ttlSeconds, 15 * 86_400)))s"), "urgency": .string("NORMAL")]
        if !content.silent {
            var notification: [String: JSONValue] = [
                "title": .string(content.title), "body": .string(content.body), "click_action": .object(["type": .integer(3)]),
            ]
            if let image = content.imageURL { notification["image"] = .string(image) }
            if let badge = content.badge { notification["badge"] = .object(["set_num": .integer(Int64(min(badge, 99)))]) }
            // A later notification with the same tag replaces it; Huawei's own collapse keys are numbers.
            if let collapse = content.collapseId.orNil { notification["tag"] = .string(collapse) }
            android["notification"] = .object(notification)
        }
        return bytes(["android": .object(android), "data": .string(dataText(content, message))])
    }

    /// A form (dev.mi.com, "小米推送服务端API文档") without `registration_id` and `restricted_package_name`.
    static func xiaomi(_ content: PushContent, parameters: [String: String], message: String) throws -> [UInt8] {
        let content = try content.filled(with: parameters)
        var fields = [
            ("payload", dataText(content, message)), ("pass_through", content.silent ? "1" : "0"),
            ("time_to_live", "\(max(1, min(content.ttlSeconds, 14 * 86_400)) * 1_000)"),
        ]
        if !content.silent {
            fields += [("title", cut(content.title, 49)), ("description", cut(content.body, 127)), ("notify_type", "-1")]
            fields.append(("extra.notify_effect", "1"))
            // Only notifications of different numbers stand beside each other.
            fields.append(("notify_id", "\(number(content.collapseId.orNil ?? message))"))
        }
        return Array(Form(fields.map { (name: $0.0, value: $0.1) }).encoded.utf8)
    }

    /// `notification` of a unicast (open.oppomobile.com, "单推-通知栏消息推送").
    static func oppo(_ content: PushContent, parameters: [String: String], message: String) throws -> [UInt8] {
        let content = try content.filled(with: parameters)
        return bytes([
            "title": .string(cut(content.title, 50)), "content": .string(cut(content.body, 200)), "click_action_type": .integer(0),
            "action_parameters": .string(dataText(content, message)), "off_line": .bool(content.ttlSeconds > 0),
            "off_line_ttl": .integer(Int64(max(1, min(content.ttlSeconds, 10 * 86_400)))),
        ])
    }

    /// The body of a single push (dev.vivo.com.cn, "服务端API接口文档", 2.9.2) without `regId` and `requestId`.
    static func vivo(_ content: PushContent, parameters: [String: String], message: String) throws -> [UInt8] {
        let content = try content.filled(with: parameters)
        // At most 10 entries and 1,024 characters.
        let own = texts(content, message).sorted { ($0.key != "messageId" ? 1 : 0, $0.key) < ($1.key != "messageId" ? 1 : 0, $1.key) }.prefix(10)
        return bytes([
            "title": .string(cut(content.title, 20)), "content": .string(cut(content.body, 50)), "notifyType": .integer(4), "skipType": .integer(1),
            "timeToLive": .integer(Int64(max(60, min(content.ttlSeconds, 7 * 86_400)))),
            "clientCustomMap": .object(Dictionary(uniqueKeysWithValues: own.map { ($0.key, JSONValue.string($0.value)) })),
        ])
    }

    // MARK: parts

    /// The message's data as texts, with its id.
    private static func texts(_ content: PushContent, _ message: String) -> [String: String] {
        var texts = content.data.filter { !reserved.contains($0.key) }.mapValues { value in
            if case .string(let text) = value { text } else { value.text() }
        }
        if let id = message.orNil { texts["messageId"] = id }
        return texts
    }

    /// The message's data as one text of JSON, with its id.
    private static func dataText(_ content: PushContent, _ message: String) -> String {
        var members = content.data.filter { !reserved.contains($0.key) }
        if let id = message.orNil { members["messageId"] = .string(id) }
        return JSONValue.object(members).text()
    }

    private static func bytes(_ members: [String: JSONValue]) -> [UInt8] {
        Array(JSONValue.object(members).text().utf8)
    }

    /// At most so many characters, where a service refuses more.
    private static func cut(_ text: String, _ most: Int) -> String {
        text.unicodeScalars.count <= most ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(most - 1))) + "…"
    }

    /// The same for the same text, from 0 to 2³¹ − 1 (FNV-1a).
    private static func number(_ text: String) -> UInt32 {
        text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } & 0x7FFF_FFFF
    }
}
