import Foundation
import Storage

extension Connection {
    func switchDrafts(_ app: String) throws -> [SwitchEdit] {
        try all("\(Self.draftColumns) WHERE app_id = \(app) ORDER BY switch_key", SwitchEdit.init)
    }

    func countSwitchDrafts(_ app: String) throws -> Int {
        try value("SELECT count(*) FROM switch_draft WHERE app_id = \(app)") ?? 0
    }

    /// The switch with its draft, if it has one.
    func `switch`(_ key: String, of app: String) throws -> Switch? {
        let draft = try first("\(Self.draftColumns) WHERE app_id = \(app) AND switch_key = \(key)", SwitchEdit.init)
        let published = try first(
            """
            \(Self.switchVersionColumns) FROM switch_version WHERE app_id = \(app) AND switch_key = \(key)
            ORDER BY number DESC LIMIT 1
            """,
            SwitchEdit.init
        )
        return Switch(draft: draft, published: published.flatMap { $0.definition == nil ? nil : $0 })
    }

    func saveSwitchDraft(_ edit: SwitchEdit, of app: String) throws {
        try run(
            """
            INSERT INTO switch_draft (app_id, switch_key, definition, revision, edited_at, account, edited_by)
            VALUES (\(app), \(edit.key), \(try edit.definition?.stored), \(edit.revision), \(edit.editedAt), \(edit.account), \(edit.editedBy))
            ON CONFLICT (app_id, switch_key) DO UPDATE SET definition = excluded.definition, revision = excluded.revision,
            edited_at = excluded.edited_at, account = excluded.account, edited_by = excluded.edited_by
            """
        )
    }

    func deleteSwitchDraft(_ key: String, of app: String) throws {
        try run("DELETE FROM switch_draft WHERE app_id = \(app) AND switch_key = \(key)")
    }

    func deleteSwitchDrafts(_ app: String) throws {
        try run("DELETE FROM switch_draft WHERE app_id = \(app)")
    }

    private static var draftColumns: SQL {
        "SELECT switch_key, definition, revision, edited_at, account, edited_by FROM switch_draft"
    }
}
