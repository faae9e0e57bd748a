import Foundation
import Web

/// One time that switches were put before devices.
struct SwitchPublication: Codable, Sendable {
    /// Counts from 1 in each app; devices are told it as `version`.
    let number: Int
    let publishedAt: Date
    let publishedBy: String
    let note: String
    /// The publication that this one went back to.
    let restores: OrNull<Int>
    /// How many switches are not as they were before.
    let changes: Int
}

/// A publication with what it changed, and what going back to it would change.
struct SwitchPublicationDetail: Codable, Sendable {
    let publication: SwitchPublication
    let changes: [SwitchChange]
    /// From what devices get now to what they got then.
    let rollback: [SwitchChange]
    /// The last publication's number; a roll-back brings it back, so that it does what was looked at.
    let current: Int
}

/// What the next publication would do.
struct SwitchReview: Codable, Sendable {
    let changes: [SwitchChange]
    /// Of the app's switches; a publication brings it back, so that it does what was looked at.
    let revision: Int
    /// Who last edited a switch may not publish it.
    let twoPerson: Bool
    /// Switches that the one who asks edited last, and therefore may not publish.
    let ownEdits: [String]
}

/// One switch before and after.
struct SwitchChange: Codable, Sendable, Equatable {
    let key: String
    let change: Kind
    let before: OrNull<SwitchDefinition>
    let after: OrNull<SwitchDefinition>
    /// Who edited it last; empty where that is not known.
    let editedBy: String

    enum Kind: String, Codable, CaseIterable, Sendable {
        case new, changed, removed
    }

    init(key: String, before: SwitchDefinition?, after: SwitchDefinition?, editedBy: String = "") {
        self.key = key
        change = before == nil ? .new : after == nil ? .removed : .changed
        self.before = OrNull(before)
        self.after = OrNull(after)
        self.editedBy = editedBy
    }

    /// What differs between two states of an app, by key.
    static func between(_ before: [SwitchEdit], _ after: [SwitchEdit]) -> [SwitchChange] {
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.key, $0) })
        let new = Dictionary(uniqueKeysWithValues: after.map { ($0.key, $0) })
        return Set(old.keys).union(new.keys).sorted().compactMap { key in
            let (before, after) = (old[key]?.definition, new[key]?.definition)
            return before == after ? nil : SwitchChange(key: key, before: before, after: after, editedBy: new[key]?.editedBy ?? "")
        }
    }
}

/// What a publication takes.
struct SwitchPublicationInput: Codable, Sendable {
    /// The one of the review that was looked at; absent to publish whatever is drafted.
    let revision: Int?
    let note: String?

    static func check(note: String?) throws -> String {
        let note = (note ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard note.unicodeScalars.count <= 200 else { throw Problem.invalid("note", "switches.note.long") }
        return note
    }
}

/// What a roll-back takes.
struct SwitchRollbackInput: Codable, Sendable {
    /// The last publication there was when the roll-back was decided; absent for whatever there is.
    let current: Int?
    let note: String?
}
