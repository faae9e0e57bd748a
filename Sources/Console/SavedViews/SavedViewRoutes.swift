import Foundation
import Web

/// Saved views, as pages and as JSON.
struct SavedViewRoutes: Sendable {
    let views: SavedViews

    func add(to routes: Routes) throws {
        let (all, one) = ("saved-views", "saved-views/{id}")
        try routes.get(all, "List your saved views, and those shared with the teams of your apps.", needs: .signedIn, view: "SavedViews/list", list)
        try routes.api(.post, all, "Save a page with its filters under a name.", needs: .signedIn, create)
        let new = try routes.page("\(all)/new", needs: .signedIn, view: "SavedViews/new", new)
        try routes.submit(all, needs: .signedIn, form: new, save)
        let edit = try routes.page("\(one)/edit", needs: .signedIn, view: "SavedViews/edit", edit)
        try routes.api(.get, one, "One saved view.", needs: .signedIn, show)
        try routes.api(.put, one, "Rename a saved view, or change who sees it.", needs: .signedIn, put)
        try routes.api(.delete, one, "Delete a saved view.", needs: .signedIn, delete)
        try routes.submit(one, needs: .signedIn, form: edit, change)
        let removal = try routes.page("\(one)/removal", needs: .signedIn, view: "SavedViews/removal", self.edit)
        try routes.submit("\(one)/deletion", needs: .signedIn, form: removal, delete)
    }

    struct ListQuery: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<SavedView>, SavedViewListPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let viewer = try viewer(context)
        let list = views.list(for: viewer, place)
        return .show(list) {
            SavedViewListPage(rows: list.items.map { .init($0, viewer, views.apps) }, pager: Pager(list, place, context))
        }
    }

    private func viewer(_ context: Context) throws -> Viewer {
        guard let viewer = context.viewer else { throw Problem(.unauthorized, "web.unauthorized") }
        return viewer
    }

    @Sendable func create(_ input: NewSavedView, _ context: Context) async throws -> Answer<SavedView> {
        let view = try await views.save(input, for: try viewer(context), by: context.actor)
        return .created(view, at: "/saved-views/\(view.id)")
    }

    struct NewQuery: Codable, Sendable {
        let path: String?
        let query: String?
    }

    @Sendable func new(_ query: NewQuery, _ context: Context) async throws -> Answer<SavedViewForm> {
        let path = context.filled("path", query.path ?? "")
        let app = SavedViewRules.app(of: path).flatMap { views.apps.app($0) }
        return .show(
            SavedViewForm(
                id: "",
                name: context.filled("name"),
                path: path,
                query: context.filled("query", query.query ?? ""),
                shared: context.submitted?["shared"] == "true",
                shareable: app.map { context.mayOperate($0.id) } ?? false
            )
        )
    }

    /// Goes back to the page that was saved.
    @Sendable func save(_ input: NewSavedView, _ context: Context) async throws -> Answer<Nothing> {
        let view = try await views.save(input, for: try viewer(context), by: context.actor)
        return .done(at: view.href, flash: "savedViews.saved")
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<SavedView> {
        .show(try views.view(try context.parameter("id"), for: try viewer(context)))
    }

    /// For the form that changes one, and for the look before it is deleted.
    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<SavedViewForm> {
        let viewer = try viewer(context)
        let view = try views.view(try context.parameter("id"), for: viewer)
        guard view.isManaged(by: viewer, views.apps) else { throw Problem(.forbidden, "savedViews.notYours") }
        return .show(
            SavedViewForm(
                id: view.id,
                name: context.filled("name", view.name),
                path: view.path,
                query: view.query,
                shared: context.submitted.map { $0["shared"] == "true" } ?? view.shared,
                shareable: view.shared || view.app.value.map(context.mayOperate) ?? false
            )
        )
    }

    @Sendable func put(_ input: SavedViewDetails, _ context: Context) async throws -> Answer<SavedView> {
        .show(try await views.change(try context.parameter("id"), to: input, for: try viewer(context), by: context.actor))
    }

    /// A box that is not ticked is not sent.
    @Sendable func change(_ input: SavedViewDetails, _ context: Context) async throws -> Answer<Nothing> {
        let details = SavedViewDetails(name: input.name, shared: input.shared ?? false)
        _ = try await views.change(try context.parameter("id"), to: details, for: try viewer(context), by: context.actor)
        return .done(at: "/saved-views", flash: "savedViews.changed")
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await views.delete(try context.parameter("id"), for: try viewer(context), by: context.actor)
        return .done(at: "/saved-views", flash: "savedViews.deleted")
    }
}
