import Foundation
import Web

/// What `Views/Push/form` shows: the composer with its preview.
struct PushFormPage: Codable, Sendable {
    let isNew: Bool
    /// Where it is sent.
    let action: String
    /// Where to go instead.
    let back: String
    let fields: PushFields
    let target: PushTargetFields
    let repeats: [RepeatChoice]
    let silent: Bool
    let deviceLocal: Bool
    let wrong: Wrong
    let templates: [Template]
    let look: PushLook
    /// How many the target reaches now; null while it is none.
    let estimate: OrNull<PushAudienceCount>
    /// What the target names in vain; null for nothing.
    let unreached: OrNull<Int>

    struct RepeatChoice: Codable, Sendable {
        let repeats: PushRepeat
        let chosen: Bool
    }

    struct Template: Codable, Sendable {
        let id: String
        let name: String
    }

    /// What is said beside fields whose names have dots.
    struct Wrong: Codable, Sendable {
        let at: Message?
        let repeats: Message?
        let until: Message?
        let zone: Message?
        let quietFrom: Message?
        let quietTo: Message?
        let cap: Message?
    }
}

/// The preview as a page shows it.
struct PushLook: Codable, Sendable {
    let preview: PushPreview
    let app: String
    /// Of the bytes that Apple's service takes.
    let bar: SafeHTML
    let hasTitle: Bool
    let unfilled: String

    init(_ preview: PushPreview, app: String) {
        self.preview = preview
        self.app = app
        bar = Bars.bar(preview.share, style: preview.isTooLarge ? 2 : 1)
        hasTitle = !preview.title.isEmpty
        unfilled = preview.unfilled.map { "#\($0)#" }.joined(separator: ", ")
    }
}

/// What a form needs that is not in its fields.
struct PushFormParts: Sendable {
    var lists: [PushList]
    var templates: [PushTemplate]
    var estimate: PushAudienceCount?
}

extension PushFormPage {
    /// - Parameter message: nil for a new one.
    init(_ fields: PushFields, _ parts: PushFormParts, _ app: App, _ message: PushMessage?, _ context: Context) {
        let all = "/apps/\(app.id)/push-messages"
        isNew = message == nil
        action = message.map { "\(all)/\($0.id)/edit" } ?? all
        back = message.map { "\(all)/\($0.id)" } ?? all
        var fields = fields
        // Who has been told of another's change may overwrite it with the next press.
        if context.rejection("revision") != nil { fields.revision = "\(message?.revision ?? 0)" }
        fields.schedule = fields.schedule ?? PushFields.empty.schedule
        fields.quietHours = fields.quietHours ?? PushFields.empty.quietHours
        fields.cap = fields.cap ?? PushFields.empty.cap
        self.fields = fields
        target = PushTargetFields(fields.target ?? .empty, lists: parts.lists, app, context)
        repeats = PushRepeat.allCases.map { RepeatChoice(repeats: $0, chosen: $0.rawValue == fields.schedule?.repeats) }
        silent = fields.silent == "true"
        deviceLocal = fields.schedule?.deviceLocal == "true"
        wrong = Wrong(context)
        templates = parts.templates.map { Template(id: $0.id, name: $0.name) }
        look = PushLook(PushPreview(fields.shown, fields.shownParameters), app: app.name)
        estimate = OrNull(parts.estimate)
        unreached = OrNull(parts.estimate.flatMap { $0.withoutToken > 0 ? $0.withoutToken : nil })
    }
}

extension PushFormPage.Wrong {
    fileprivate init(_ context: Context) {
        self.init(
            at: context.rejection("schedule.at"),
            repeats: context.rejection("schedule.repeats"),
            until: context.rejection("schedule.until"),
            zone: context.rejection("schedule.zone"),
            quietFrom: context.rejection("quietHours.from"),
            quietTo: context.rejection("quietHours.to"),
            cap: context.rejection("cap.count")
        )
    }
}
