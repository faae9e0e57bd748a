import Foundation
import Storage
import Web

/// Putting switches before devices, and going back.
extension Switches {
    /// What is drafted against what devices get.
    func review(_ app: String, by editor: SwitchEditor) async throws -> SwitchReview {
        try await database.read { connection in
            let drafts = try connection.switchDrafts(app)
            let state = try connection.switchState(app)
            let published = Dictionary(uniqueKeysWithValues: try connection.switchVersions(app).map { ($0.key, $0) })
            return SwitchReview(
                changes: drafts.map { SwitchChange(key: $0.key, before: published[$0.key]?.definition, after: $0.definition, editedBy: $0.editedBy) }
                    .sorted { $0.key < $1.key },
                revision: state.revision,
                twoPerson: state.twoPerson,
                ownEdits: state.twoPerson ? drafts.filter { $0.account == editor.account }.map(\.key).sorted() : []
            )
        }
    }

    /// Publishes all drafts of the app; devices get them from now on.
    /// - Throws: `conflict` when there is none, or one changed since the input's revision; `forbidden` by the two-person rule.
    func publish(_ app: String, _ input: SwitchPublicationInput, by editor: SwitchEditor) async throws -> SwitchPublication {
        let note = try SwitchPublicationInput.check(note: input.note)
        return try await change { connection in
            let drafts = try connection.switchDrafts(app)
            try checkPublishing(drafts, try connection.switchState(app), input, editor)
            try connection.deleteSwitchDrafts(app)
            return try add(drafts, to: app, note, restores: nil, "switch.publish", by: editor, connection)
        }
    }

    private func checkPublishing(
        _ drafts: [SwitchEdit],
        _ state: (revision: Int, twoPerson: Bool),
        _ input: SwitchPublicationInput,
        _ editor: SwitchEditor
    ) throws {
        if drafts.isEmpty { throw Problem(.conflict, "switches.publish.nothing") }
        if let revision = input.revision, revision != state.revision { throw Problem(.conflict, "switches.publish.stale") }
        let own = drafts.filter { $0.account == editor.account }.map(\.key).sorted()
        if state.twoPerson, !own.isEmpty {
            throw Problem(.forbidden, "switches.twoPerson.refused", ["keys": own.prefix(5).joined(separator: ", ") + (own.count > 5 ? " …" : "")])
        }
    }

    /// Gives devices again what they got from an earlier publication on; drafts stay drafts. It is a publication of its own, and as what it
    /// brings back was published once, one person may do it.
    /// - Throws: `notFound`, `conflict` when devices get that already, or something was published since the input's `current`.
    func rollBack(to number: Int, of app: String, _ input: SwitchRollbackInput, by editor: SwitchEditor) async throws -> SwitchPublication {
        let note = try SwitchPublicationInput.check(note: input.note)
        return try await change { connection in
            guard try connection.switchPublication(number, of: app) != nil else { throw Problem.notFound }
            let last = try connection.lastSwitchPublication(app)
            if let current = input.current, current != last { throw Problem(.conflict, "switches.rollback.stale") }
            let edits = try restoring(number, of: app, editor, connection)
            if edits.isEmpty { throw Problem(.conflict, "switches.rollback.same", ["number": "\(number)"]) }
            try endDrafts(of: app, thatSay: edits, connection)
            return try add(edits, to: app, note, restores: number, "switch.rollBack", by: editor, connection)
        }
    }

    /// What it takes to get from what is published now to what was.
    private func restoring(_ number: Int, of app: String, _ editor: SwitchEditor, _ connection: Connection) throws -> [SwitchEdit] {
        let changes = SwitchChange.between(try connection.switchVersions(app), try connection.switchVersions(app, at: number))
        guard !changes.isEmpty else { return [] }
        let revision = try connection.nextSwitchRevision(app)
        return changes.map {
            SwitchEdit(
                key: $0.key,
                definition: $0.after.value,
                revision: revision,
                editedAt: clock.now,
                account: editor.account,
                editedBy: editor.actor.name
            )
        }
    }

    /// A draft that says what is published is no draft, nor is the end of a switch that is gone.
    private func endDrafts(of app: String, thatSay edits: [SwitchEdit], _ connection: Connection) throws {
        let published = Dictionary(uniqueKeysWithValues: edits.map { ($0.key, $0.definition) })
        for draft in try connection.switchDrafts(app) where published[draft.key] == .some(draft.definition) {
            try connection.deleteSwitchDraft(draft.key, of: app)
        }
    }

    private func add(
        _ edits: [SwitchEdit],
        to app: String,
        _ note: String,
        restores: Int?,
        _ action: String,
        by editor: SwitchEditor,
        _ connection: Connection
    ) throws -> SwitchPublication {
        let last = try connection.lastSwitchPublication(app)
        let new = SwitchPublication(
            number: last + 1,
            publishedAt: clock.now,
            publishedBy: editor.actor.name,
            note: note,
            restores: .init(restores),
            changes: edits.count
        )
        try connection.insertSwitchPublication(new, account: editor.account, of: app)
        for edit in edits { try connection.insertSwitchVersion(edit, of: app, number: new.number) }
        let keys = edits.map(\.key).sorted().joined(separator: " ")
        let rules = edits.reduce(0) { $0 + ($1.definition?.rules.count ?? 0) }
        let after = [
            "keys": String(keys.prefix(1_000)), "note": note, "restores": restores.map { "\($0)" } ?? "",
            "audience": LedgerAudience([rules > 0 ? .rules(rules) : .all]).text,
        ]
        try audit.record(connection, by: editor.actor, action, app: app, object: "\(new.number)", after: after.filter { !$0.value.isEmpty })
        return new
    }

    /// A change of what devices get: the index has it before the caller hears of it.
    private func change(_ body: @escaping @Sendable (Connection) throws -> SwitchPublication) async throws -> SwitchPublication {
        try await database.change(.switches, body, then: refresh)
    }
}
