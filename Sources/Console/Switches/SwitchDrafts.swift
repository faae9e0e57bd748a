import Foundation
import Storage
import Web

/// Editing: what devices get stays until it is published.
extension Switches {
    /// Drafts a new switch, or a change of one. A draft that says what is published is no draft.
    /// - Returns: the switch, and whether it is new.
    /// - Throws: `invalid` for the input, `conflict` when somebody changed the switch since the input's revision.
    func save(_ key: String, of app: String, _ input: SwitchInput, by editor: SwitchEditor) async throws -> (Switch, isNew: Bool) {
        try SwitchKey.check(key)
        try input.definition.check()
        return try await database.write { connection in
            let old = try connection.switch(key, of: app)
            try check(old, input.revision)
            if old == nil, try connection.countSwitches(app) >= Self.limit { throw Problem(.conflict, "switches.many", ["limit": "\(Self.limit)"]) }
            let definition = input.definition.salted(from: old)
            guard definition != old?.drafted else { return (try connection.found(key, app), isNew: false) }
            try draft(key, app, definition, published: old?.published.value, editor, connection)
            try audit.record(
                connection,
                by: editor.actor,
                "switch.save",
                app: app,
                object: key,
                before: old?.drafted?.audited ?? [:],
                after: definition.audited
            )
            return (try connection.found(key, app), isNew: old == nil)
        }
    }

    private func check(_ old: Switch?, _ revision: Int?) throws {
        guard let revision, revision != old?.revision ?? 0 else { return }
        guard let old else { throw Problem(.conflict, "switches.stale.gone", rejections: [Rejection("revision", "switches.stale.gone")]) }
        let told = ["who": old.editedBy, "revision": "\(old.revision)"]
        throw Problem(.conflict, "switches.stale", told, rejections: [Rejection("revision", "switches.stale", told)])
    }

    private func draft(
        _ key: String,
        _ app: String,
        _ definition: SwitchDefinition?,
        published: SwitchDefinition?,
        _ editor: SwitchEditor,
        _ connection: Connection
    ) throws {
        let revision = try connection.nextSwitchRevision(app)
        guard definition != published else { return try connection.deleteSwitchDraft(key, of: app) }
        let edit = SwitchEdit(
            key: key,
            definition: definition,
            revision: revision,
            editedAt: clock.now,
            account: editor.account,
            editedBy: editor.actor.name
        )
        try connection.saveSwitchDraft(edit, of: app)
    }

    /// Drafts the end of a switch; one that was never published is gone at once.
    /// - Throws: `notFound`, `conflict` when that is drafted already or somebody changed the switch since `revision`.
    func delete(_ key: String, of app: String, revision: Int?, by editor: SwitchEditor) async throws {
        try await database.write { connection in
            guard let old = try connection.switch(key, of: app) else { throw Problem.notFound }
            try check(old, revision)
            guard old.state != .deleted else { throw Problem(.conflict, "switches.deleted.already") }
            try draft(key, app, nil, published: old.published.value, editor, connection)
            try audit.record(connection, by: editor.actor, "switch.delete", app: app, object: key, before: old.definition.audited)
        }
    }

    /// Gives up a draft: the switch is as published again, or gone when it never was.
    /// - Throws: `notFound`, `conflict` when there is no draft.
    func discard(_ key: String, of app: String, by editor: SwitchEditor) async throws {
        try await database.write { connection in
            guard let old = try connection.switch(key, of: app) else { throw Problem.notFound }
            guard old.state != .published else { throw Problem(.conflict, "switches.discard.none") }
            _ = try connection.nextSwitchRevision(app)
            try connection.deleteSwitchDraft(key, of: app)
            let kept = old.published.value?.audited ?? [:]
            try audit.record(connection, by: editor.actor, "switch.discard", app: app, object: key, before: old.drafted?.audited ?? [:], after: kept)
        }
    }
}

extension Connection {
    fileprivate func found(_ key: String, _ app: String) throws -> Switch {
        guard let found = try self.switch(key, of: app) else { throw Problem.notFound }
        return found
    }
}

extension Switch {
    /// What the next publication would put before devices; nil for nothing.
    fileprivate var drafted: SwitchDefinition? { state == .deleted ? nil : definition }
}

extension SwitchDefinition {
    fileprivate func salted(from old: Switch?) -> SwitchDefinition {
        let known = (old?.rules ?? []) + (old?.published.value?.rules ?? [])
        return SwitchDefinition(
            type: type,
            default: `default`,
            rules: SwitchSalts.given(to: rules, from: known),
            schema: schema,
            description: description
        )
    }

    /// For the audit log, which people read: shortened.
    var audited: [String: String] {
        let rules = (try? JSONValue(encoding: rules))?.text() ?? ""
        let fields = ["type": type.rawValue, "default": `default`.text(), "rules": rules, "schema": schema?.text() ?? "", "description": description]
        return fields.mapValues { $0.shortened(to: 1_000) }
    }
}
