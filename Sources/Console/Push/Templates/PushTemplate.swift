import Foundation
import Web

/// What messages say again and again, with placeholders for what differs.
struct PushTemplate: Sendable, Equatable {
    let id: String
    let name: String
    let content: PushContent
    let createdAt: Date
    let createdBy: String
    let changedAt: Date
}

/// A template as a script or a form gives it.
struct PushTemplateInput: Codable, Sendable, PushContentInput {
    /// Unique in the app.
    let name: String
    var title: String?
    var body: String?
    var data: [String: JSONValue]?
    var badge: Int?
    var sound: String?
    var silent: Bool?
    var imageURL: String?
    var ttlSeconds: Int?
    var collapseId: String?
}

extension PushTemplateInput {
    /// - Throws: `invalid` with every field that is wrong.
    func checked() throws -> (name: String, content: PushContent) {
        let (name, content) = (name.trimmingCharacters(in: .whitespaces), PushContent(self))
        var wrong = content.rejections
        if name.isEmpty { wrong.append(Rejection("name", "web.required")) }
        if !name.isOneLine || name.unicodeScalars.count > PushRules.longestName { wrong.append(Rejection("name", "push.name.long")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        return (name, content)
    }
}

/// A template as JSON and pages show it.
struct PushTemplateView: Codable, Sendable {
    let id: String
    let name: String
    let title: String
    let body: String
    let data: [String: JSONValue]
    let badge: OrNull<Int>
    let sound: String
    let silent: Bool
    let imageURL: OrNull<String>
    let ttlSeconds: Int
    let collapseId: String
    /// Names between `#`.
    let placeholders: [String]
    let createdAt: Date
    let createdBy: String
    let changedAt: Date

    init(_ template: PushTemplate) {
        let content = template.content
        (id, name) = (template.id, template.name)
        (title, body, data, sound, silent) = (content.title, content.body, content.data, content.sound, content.silent)
        (badge, imageURL) = (OrNull(content.badge), OrNull(content.imageURL))
        (ttlSeconds, collapseId) = (content.ttlSeconds, content.collapseId)
        placeholders = content.placeholders
        (createdAt, createdBy, changedAt) = (template.createdAt, template.createdBy, template.changedAt)
    }
}
