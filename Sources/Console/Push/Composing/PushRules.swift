import Foundation
import Web

/// What may be written in a message.
enum PushRules {
    static let longestName = 200
    static let longestTitle = 200
    static let longestBody = 2_000
    /// Of the data: names, characters of a name, and how deep its values go.
    static let mostData = 20
    static let longestDataName = 64
    static let deepestData = 4
    static let badges = 0...99_999
    static let longestSound = 64
    static let longestURL = 1_000
    static let usualTTL = 86_400
    static let longestTTL = 28 * 86_400
    /// Bytes (developer.apple.com, "Sending notification requests to APNs", `apns-collapse-id`).
    static let longestCollapseId = 64
    static let mostParameters = 50
    static let longestParameter = 500
    static let windows = 0...3_600
    static let usualWindow = 60
    static let caps = 1...1_000
    static let capHours = 1...720
    /// How far ahead a message may be sent.
    static let farthest: TimeInterval = 366 * 86_400
    /// Bytes of an input.
    static let bodyLimit = 2 << 20
    /// Of an app, whatever became of them.
    static let most = 20_000
    static let mostTemplates = 200
    /// Of an app, in an hour: a test needs nobody's confirmation, so it must not become a way to send without one.
    static let mostTests = 60
}

extension PushContent {
    /// What is wrong, by the names of the contract.
    var rejections: [Rejection] {
        var wrong = dataRejections
        func check(_ holds: Bool, _ field: String, _ key: String, _ arguments: [String: String] = [:]) {
            if !holds { wrong.append(Rejection(field, key, arguments)) }
        }
        check(title.isOneLine && title.unicodeScalars.count <= PushRules.longestTitle, "title", "push.title.long")
        check(!body.utf8.contains(0) && body.unicodeScalars.count <= PushRules.longestBody, "body", "push.body.long")
        check(silent || !body.isEmpty, "body", "web.required")
        check(badge.map(PushRules.badges.contains) ?? true, "badge", "push.badge.range")
        check(sound.isOneLine && sound.unicodeScalars.count <= PushRules.longestSound, "sound", "push.sound.long")
        check(imageURL.map(Self.isPicture) ?? true, "imageURL", "push.imageURL.invalid")
        check((0...PushRules.longestTTL).contains(ttlSeconds), "ttlSeconds", "push.ttl.range")
        check(collapseId.isOneLine && collapseId.utf8.count <= PushRules.longestCollapseId, "collapseId", "push.collapseId.long")
        return wrong
    }

    private static func isPicture(_ text: String) -> Bool {
        guard text.utf8.count <= PushRules.longestURL, text.isOneLine, let parts = URLComponents(string: text) else { return false }
        return parts.scheme == "https" && parts.host?.isEmpty == false
    }

    private var dataRejections: [Rejection] {
        if data.count > PushRules.mostData { return [Rejection("data", "push.data.many", ["limit": "\(PushRules.mostData)"])] }
        for (name, value) in data.sorted(by: { $0.key < $1.key }) {
            let isName = !name.isEmpty && name.isOneLine && name.unicodeScalars.count <= PushRules.longestDataName
            if !isName { return [Rejection("data", "push.data.name")] }
            if PushPayload.reserved.contains(name) { return [Rejection("data", "push.data.reserved", ["name": name])] }
            if value.depth > PushRules.deepestData { return [Rejection("data", "push.data.deep")] }
        }
        return []
    }
}

extension PushPlan {
    /// Bytes that a service would be given, with those placeholders filled that can be.
    /// - Parameter parameters: of a device, before the message's own.
    func payloadBytes(_ parameters: [String: String] = [:], message: String, for channel: PushChannel = .apns) -> Int {
        let all = self.parameters.merging(parameters) { $1 }
        let shown = content.shown(with: all)
        // What is left unfilled is counted as it stands there.
        let left = Dictionary(shown.placeholders.map { ($0, "#\($0)#") }) { first, _ in first }
        return (try? PushPayload.bytes(for: channel, shown, parameters: left, message: message).count) ?? 0
    }

    /// Apple's limit: of other services the review tells, as it depends on the audience whether they matter.
    /// - Throws: `invalid` on `body` with how large it is.
    func checkPayload(_ parameters: [String: String] = [:], message: String) throws {
        let bytes = payloadBytes(parameters, message: message)
        guard bytes > PushPayload.limit else { return }
        throw Problem.invalid("body", "push.payload.large", ["bytes": "\(bytes)", "limit": "\(PushPayload.limit)"])
    }
}
