import Foundation
import Web

/// A switch as operators see it: what is drafted, and what devices get.
struct Switch: Codable, Sendable {
    let key: String
    let type: SwitchType
    let `default`: JSONValue
    let rules: [SwitchRule]
    let schema: OrNull<JSONValue>
    let description: String
    let state: SwitchState
    /// Rises with every change of a switch of the app; a form or script brings it back, so that nothing is overwritten unseen.
    let revision: Int
    let editedAt: Date
    let editedBy: String
    /// What devices get until the next publication; null before the first.
    let published: OrNull<SwitchDefinition>

    var definition: SwitchDefinition {
        SwitchDefinition(type: type, default: `default`, rules: rules, schema: schema.value, description: description)
    }
}

/// Where the draft stands against what devices get.
enum SwitchState: String, Codable, CaseIterable, Sendable {
    /// There is no draft.
    case published
    case changed
    case new
    /// Gone with the next publication.
    case deleted
}

/// What keys of switches look like.
enum SwitchKey {
    /// Words that are taken by pages and sub-resources.
    static let reserved: Set = ["new", "publication", "publications", "evaluation", "two-person", ".", ".."]

    /// - Throws: `invalid`.
    static func check(_ key: String) throws {
        if key.wholeMatch(of: #/[A-Za-z0-9_.\-]{1,100}/#) == nil { throw Problem.invalid("key", "switches.key.invalid") }
        if reserved.contains(key) { throw Problem.invalid("key", "switches.key.reserved", ["key": key]) }
    }
}

/// One revision of a switch's definition, and whose it is.
struct SwitchEdit: Sendable {
    let key: String
    /// nil for a switch that is deleted.
    let definition: SwitchDefinition?
    let revision: Int
    let editedAt: Date
    /// The account that answers for it; see `SwitchEditor`.
    let account: String
    let editedBy: String
}

/// Who changes switches. For the two-person rule a person and the person's tokens are the same one.
struct SwitchEditor: Sendable {
    let actor: Actor
    let account: String

    init(_ actor: Actor, account: String? = nil) {
        self.actor = actor
        self.account = account ?? actor.id
    }
}

extension Context {
    /// Who is asking.
    var editor: SwitchEditor { SwitchEditor(actor, account: viewer?.account) }
}

extension Switch {
    /// - Returns: nil when there is neither a draft nor anything published.
    init?(draft: SwitchEdit?, published: SwitchEdit?) {
        guard let edit = draft ?? published, let definition = edit.definition ?? published?.definition else { return nil }
        self.init(
            key: edit.key,
            type: definition.type,
            default: definition.default,
            rules: definition.rules,
            schema: OrNull(definition.schema),
            description: definition.description,
            state: draft.map { $0.definition == nil ? .deleted : published == nil ? .new : .changed } ?? .published,
            revision: edit.revision,
            editedAt: edit.editedAt,
            editedBy: edit.editedBy,
            published: OrNull(published?.definition)
        )
    }
}
