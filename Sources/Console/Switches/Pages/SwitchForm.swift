import Foundation
import Web

/// What `Views/Switches/form` shows.
struct SwitchFormPage: Codable, Sendable {
    let form: SwitchForm
    /// nil for a new switch.
    let about: SwitchAbout?
}

/// The form of a switch, each field with what is in it.
struct SwitchForm: Codable, Sendable {
    let isNew: Bool
    /// Where it is sent.
    let action: String
    let mayEdit: Bool
    let key: String
    let types: [TypeChoice]
    let `default`: SwitchValueField
    let json: Bool
    let description: String
    let schema: String
    let revision: String
    let rules: [SwitchRuleForm]
    let mayAdd: Bool

    struct TypeChoice: Codable, Sendable {
        let type: SwitchType
        let chosen: Bool
    }
}

/// A field that holds a value: a choice of two for booleans, a text for all others.
struct SwitchValueField: Codable, Sendable {
    let text: String
    let boolean: Bool
    let isTrue: Bool

    init(_ text: String, _ type: SwitchType?) {
        self.text = text
        boolean = type == .boolean
        isTrue = text.trimmingCharacters(in: .whitespaces).lowercased() == "true"
    }
}

/// What stands above the form of a switch that there is.
struct SwitchAbout: Codable, Sendable {
    let state: SwitchState
    let published: Bool
    let new: Bool
    let deleted: Bool
    let editedAt: Date
    let editedBy: String
    /// Somebody changed the switch while the form was filled in.
    let stale: Bool

    init(_ found: Switch, stale: Bool) {
        state = found.state
        published = found.state == .published
        new = found.state == .new
        deleted = found.state == .deleted
        editedAt = found.editedAt
        editedBy = found.editedBy
        self.stale = stale
    }
}

extension SwitchFormPage {
    /// - Parameter found: the switch; nil for a new one.
    init(_ fields: SwitchFields, _ app: App, _ found: Switch?, _ context: Context) {
        let stale = context.rejection("revision") != nil
        let type = SwitchType(rawValue: fields.type)
        let rules = fields.orderedRules
        form = SwitchForm(
            isNew: found == nil,
            action: "/apps/\(app.id)/switches" + (found.map { "/\($0.key)" } ?? ""),
            mayEdit: Policy.role(.operator).admits(context.viewer, app: app.id),
            key: found?.key ?? fields.key,
            types: SwitchType.allCases.map { .init(type: $0, chosen: $0 == type) },
            default: SwitchValueField(fields.default, type),
            json: type == .json,
            description: fields.description,
            schema: fields.schema,
            // Who has been told of the other's change may overwrite it with the next press.
            revision: stale ? "\(found?.revision ?? 0)" : fields.revision,
            rules: rules.enumerated().map { SwitchRuleForm($1, $0, type, app, context) },
            mayAdd: rules.count < SwitchDefinition.rulesLimit
        )
        about = found.map { SwitchAbout($0, stale: stale) }
    }
}
