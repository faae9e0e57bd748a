import Foundation
import Web

/// Apps, as pages and as JSON. The page of one app is the overview.
struct AppRoutes: Sendable {
    let apps: Apps
    /// Removes what other rooms keep of a deleted app.
    let erase: @Sendable (_ app: String) async throws -> Void

    func add(to routes: Routes) throws {
        try routes.get("apps", "List the apps.", needs: .signedIn, view: "Apps/list", list)

        let edit = try routes.page("apps/{app}/edit", needs: .role(.admin), view: "Apps/edit", menu: .under(.overview, "apps.edit.title"), self.edit)
        try routes.post("apps/{app}/details", "Change name and time zone.", needs: .role(.admin), form: edit, saveDetails)
        try routes.post("apps/{app}/archive", "Archive: no more logs, history stays.", needs: .role(.admin), form: edit, archive)
        try routes.post("apps/{app}/restoration", "Take an app out of the archive.", needs: .role(.admin), form: edit, restore)
        let delete = try routes.page("apps/{app}/delete", needs: .role(.admin), view: "Apps/delete", self.edit)
        try routes.submit("apps/{app}/deletion", needs: .role(.admin), form: delete, delete(_:_:))
        try routes.api(.delete, "apps/{app}", "Delete an app; `confirm` has to be its id.", needs: .role(.admin), delete(_:_:))
    }

    struct ListQuery: Codable, Sendable {
        /// Part of the name or id.
        let q: String?
        let archived: Bool?
        let limit: Int?
        let cursor: String?
    }

    struct ListPage: Codable, Sendable {
        let q: String
        let archived: Bool
        let mayCreate: Bool
        let filtered: Bool
        let pager: Pager
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<App>, ListPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = apps.list(for: context.viewer, matching: query.q ?? "", archived: query.archived ?? false, place)
        return .show(list) {
            ListPage(
                q: query.q ?? "",
                archived: query.archived ?? false,
                mayCreate: context.viewer?.role(on: nil) == .admin,
                filtered: query.q?.isEmpty == false,
                pager: Pager(list, place, context)
            )
        }
    }

    // MARK: edit, archive, delete

    struct EditPage: Codable, Sendable {
        let app: App
        let form: Form

        struct Form: Codable, Sendable {
            let name: String
            let zone: String
            let confirm: String
        }
    }

    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<EditPage> {
        let app = try apps.app(try context.parameter("app"))
        let form = EditPage.Form(
            name: context.filled("name", app.name),
            zone: context.filled("zone", app.zone),
            confirm: context.filled("confirm")
        )
        return .show(EditPage(app: app, form: form))
    }

    @Sendable func saveDetails(_ input: AppDetails, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.edit(id, input, by: context.actor)
        return .done(at: "/apps/\(id)", flash: "apps.saved")
    }

    @Sendable func archive(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.archive(id, by: context.actor)
        return .done(at: "/apps/\(id)/edit", flash: "apps.archived.done")
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.restore(id, by: context.actor)
        return .done(at: "/apps/\(id)", flash: "apps.archived.restored")
    }

    struct Deletion: Codable, Sendable {
        /// The app's id, typed by the person who deletes.
        let confirm: String
    }

    @Sendable func delete(_ input: Deletion, _ context: Context) async throws -> Answer<Nothing> {
        let id = try context.parameter("app")
        try await apps.delete(id, confirming: input.confirm, erasing: erase, by: context.actor)
        return .done(at: "/apps", flash: "apps.delete.done", ["name": id])
    }
}
