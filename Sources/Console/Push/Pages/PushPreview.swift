import Foundation
import Web

/// What a message would look like, and how large it is.
struct PushPreview: Codable, Sendable, Equatable {
    /// As devices show them, with the placeholders filled that are.
    let title: String
    let body: String
    let imageURL: OrNull<String>
    let badge: OrNull<Int>
    /// Nothing is shown: the app is woken.
    let silent: Bool
    /// What Apple's service would be given, of at most ``limit`` bytes.
    let bytes: Int
    let limit: Int
    let isTooLarge: Bool
    /// Of the bytes, 0 to 1.
    let share: Double
    /// What Apple's service would be given, for people.
    let payload: String
    /// Placeholders that nothing fills yet.
    let unfilled: [String]

    init(_ content: PushContent, _ parameters: [String: String], message: String = "0123456789abcdef") {
        let shown = content.shown(with: parameters)
        let left = Dictionary(shown.placeholders.map { ($0, "#\($0)#") }) { first, _ in first }
        let payload = (try? PushPayload.apns(shown, parameters: left, message: message)) ?? []
        (title, body, silent) = (shown.title, shown.body, shown.silent)
        (imageURL, badge) = (OrNull(shown.imageURL), OrNull(shown.badge))
        (bytes, limit) = (payload.count, PushPayload.limit)
        (isTooLarge, share) = (bytes > limit, Double(bytes) / Double(limit))
        self.payload = JSONValue(text: String(decoding: payload, as: UTF8.self))?.text(pretty: true) ?? ""
        unfilled = shown.placeholders
    }
}

/// What a script wants to see before it drafts: the content of a message, whoever it would be for.
struct PushPreviewInput: Codable, Sendable, PushContentInput {
    var title: String?
    var body: String?
    var data: [String: JSONValue]?
    var badge: Int?
    var sound: String?
    var silent: Bool?
    var imageURL: String?
    var ttlSeconds: Int?
    var collapseId: String?
    var parameters: [String: String]?
}

extension PushPreview {
    /// - Throws: `invalid` for content that a message cannot have; one that is too large is shown.
    init(_ input: PushPreviewInput) throws {
        let content = PushContent(input)
        if !content.rejections.isEmpty { throw Problem.invalid(content.rejections) }
        self.init(content, input.parameters ?? [:])
    }
}
