import Foundation
import Storage
import Web

extension Connection {
    func insertSavedView(_ view: SavedView) throws {
        try run(
            """
            INSERT INTO saved_view (id, account_id, name, path, query, app_id, shared, created_at, changed_at)
            VALUES (\(view.id), \(view.account), \(view.name), \(view.path), \(view.query), \(view.app.value), \(view.shared), \(view.createdAt),
                \(view.changedAt))
            """
        )
    }

    func setSavedView(_ id: String, name: String, shared: Bool, at time: Date) throws {
        try run("UPDATE saved_view SET name = \(name), shared = \(shared), changed_at = \(time) WHERE id = \(id)")
    }

    func deleteSavedViews(_ ids: [String]) throws {
        for id in ids { try run("DELETE FROM saved_view WHERE id = \(id)") }
    }

    func deleteSavedViews(of app: String) throws {
        try run("DELETE FROM saved_view WHERE app_id = \(app)")
    }

    func savedView(_ id: String) throws -> SavedView? {
        try first("\(Self.savedViewColumns) WHERE saved_view.id = \(id)", SavedView.init)
    }

    /// All there are: at most ``SavedViewRules/most`` for each account.
    func savedViews() throws -> [SavedView] {
        try all(Self.savedViewColumns, SavedView.init)
    }

    /// Of one app, and of pages about none.
    func savedViews(of app: String) throws -> [SavedView] {
        try all("\(Self.savedViewColumns) WHERE saved_view.app_id = \(app) OR saved_view.app_id IS NULL", SavedView.init)
    }

    func countSavedViews(of account: String) throws -> Int {
        try value("SELECT count(*) FROM saved_view WHERE account_id = \(account)") ?? 0
    }

    func hasSavedView(named name: String, at path: String, of account: String, besides id: String = "") throws -> Bool {
        try value(
            "SELECT 1 FROM saved_view WHERE account_id = \(account) AND path = \(path) AND name = \(name) AND id <> \(id)",
            as: Int.self
        ) != nil
    }

    private static var savedViewColumns: SQL {
        """
        SELECT saved_view.id, account_id, account.email, saved_view.name, path, query, app_id, shared, saved_view.created_at, changed_at
        FROM saved_view JOIN account ON account.id = account_id
        """
    }
}

extension SavedView {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            account: try row["account_id"],
            owner: try row["email"],
            name: try row["name"],
            path: try row["path"],
            query: try row["query"],
            app: OrNull(try row["app_id"]),
            shared: try row["shared"],
            createdAt: try row["created_at"],
            changedAt: try row["changed_at"]
        )
    }
}
