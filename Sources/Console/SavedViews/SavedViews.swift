import Foundation
import Signing
import Storage
import Web

/// Pages with their filters that people keep under names, for themselves or for the team of an app.
struct SavedViews: Sendable {
    let database: Database
    let apps: AppIndex
    let audit: Audit
    let clock: Clock
    let index: SavedViewIndex

    init(database: Database, apps: AppIndex, audit: Audit, clock: Clock) {
        (self.database, self.apps, self.audit, self.clock) = (database, apps, audit, clock)
        index = SavedViewIndex(apps: apps)
    }

    /// - Throws: `invalid` for the input, `forbidden` for who may not share, `conflict` when there are as many as there may be.
    func save(_ new: NewSavedView, for viewer: Viewer, by actor: Actor) async throws -> SavedView {
        let owner = try Self.owner(viewer)
        let (path, query, name) = try checked(new, viewer)
        let app = SavedViewRules.app(of: path).flatMap { apps.app($0)?.id }
        let shared = new.shared ?? false
        if shared { try Self.checkSharing(app, viewer) }
        return try await change { [self] connection in
            let now = clock.now
            guard try connection.countSavedViews(of: owner) < SavedViewRules.most else { throw Problem(.conflict, "savedViews.many") }
            try Self.checkFree(name, path, owner, connection)
            let view = SavedView(
                id: Random.hex(8),
                account: owner,
                owner: try connection.account(owner)?.email ?? "",
                name: name,
                path: path,
                query: query,
                app: OrNull(app),
                shared: shared,
                createdAt: now,
                changedAt: now
            )
            try connection.insertSavedView(view)
            try audit.record(connection, by: actor, "view.save", app: app, object: view.audited, after: ["shared": "\(shared)"])
            return view
        }
    }

    /// Who a view belongs to.
    private static func owner(_ viewer: Viewer) throws -> String {
        guard viewer.has(.write) else { throw Problem(.forbidden, "web.forbidden.scope", ["scope": Scope.write.rawValue]) }
        guard let account = viewer.account else { throw Problem(.forbidden, "savedViews.nobody") }
        return account
    }

    private func checked(_ new: NewSavedView, _ viewer: Viewer) throws -> (path: String, query: String, name: String) {
        let name = new.name.trimmingCharacters(in: .whitespaces)
        var wrong = SavedViewRules.name(name)
        let (path, query) = (SavedViewRules.path(new.path), SavedViewRules.query(new.query))
        // An app that there is not is refused as one that is not seen: otherwise it could be found out which there are.
        let seesApp = path.flatMap { SavedViewRules.app(of: $0) }.map { apps.app($0) != nil && viewer.sees($0) } ?? (viewer.onlyApp == nil)
        if path == nil || !seesApp { wrong.append(Rejection("path", "savedViews.path.invalid")) }
        if query == nil { wrong.append(Rejection("query", "savedViews.query.invalid")) }
        guard wrong.isEmpty, let path, let query else { throw Problem.invalid(wrong) }
        return (path, query, name)
    }

    private static func checkSharing(_ app: String?, _ viewer: Viewer) throws {
        guard let app else { throw Problem.invalid("shared", "savedViews.shared.noApp") }
        guard Policy.role(.operator).admits(viewer, app: app) else { throw Problem(.forbidden, "web.forbidden.role.operator") }
    }

    private static func checkFree(_ name: String, _ path: String, _ owner: String, besides id: String = "", _ connection: Connection) throws {
        if try connection.hasSavedView(named: name, at: path, of: owner, besides: id) { throw Problem.invalid("name", "savedViews.name.taken") }
    }

    /// Another name, or other readers.
    func change(_ id: String, to details: SavedViewDetails, for viewer: Viewer, by actor: Actor) async throws -> SavedView {
        let name = details.name.trimmingCharacters(in: .whitespaces)
        let wrong = SavedViewRules.name(name)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        return try await change { [self] connection in
            let old = try managed(id, viewer, connection)
            let shared = details.shared ?? old.shared
            if shared, !old.shared { try Self.checkSharing(old.app.value, viewer) }
            try Self.checkFree(name, old.path, old.account, besides: id, connection)
            try connection.setSavedView(id, name: name, shared: shared, at: clock.now)
            try audit.record(
                connection,
                by: actor,
                "view.change",
                app: old.app.value,
                object: old.audited,
                before: ["name": old.name, "shared": "\(old.shared)"],
                after: ["name": name, "shared": "\(shared)"]
            )
            guard let new = try connection.savedView(id) else { throw Problem.notFound }
            return new
        }
    }

    func delete(_ id: String, for viewer: Viewer, by actor: Actor) async throws {
        try await change { [self] connection in
            let view = try managed(id, viewer, connection)
            try connection.deleteSavedViews([id])
            try audit.record(connection, by: actor, "view.delete", app: view.app.value, object: view.audited)
        }
    }

    private func managed(_ id: String, _ viewer: Viewer, _ connection: Connection) throws -> SavedView {
        guard let view = try connection.savedView(id), view.isSeen(by: viewer, apps) else { throw Problem.notFound }
        guard view.isManaged(by: viewer, apps) else { throw Problem(.forbidden, "savedViews.notYours") }
        return view
    }

    @discardableResult
    func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.savedViews, body, then: refresh)
    }
}

extension SavedView {
    /// Its page and filters may tell of people, and the audit log forgets nothing.
    fileprivate var audited: String { "\(name) (\(id))" }
}
