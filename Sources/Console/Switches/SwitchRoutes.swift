import Foundation
import Web

/// Switches and their drafts, as pages and as JSON.
struct SwitchRoutes: Sendable {
    let switches: Switches
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/switches",
            "List the switches: drafts, and what devices get.",
            needs: .role(.viewer),
            view: "Switches/list",
            menu: .under(.cloud, "switches.menu", key: "w"),
            list
        )
        let new = try routes.page("apps/{app}/switches/new", needs: .role(.operator), view: "Switches/form", new)
        try routes.submit("apps/{app}/switches", needs: .role(.operator), form: new, view: "Switches/form", create)
        try SwitchPublicationRoutes(switches: switches, apps: apps).add(to: routes)
        try SwitchEvaluationRoutes(switches: switches, apps: apps).add(to: routes)

        let one = try routes.get("apps/{app}/switches/{key}", "One switch.", needs: .role(.viewer), view: "Switches/form", show)
        try routes.submit("apps/{app}/switches/{key}", needs: .role(.operator), form: one, view: "Switches/form", save)
        try routes.api(
            .put,
            "apps/{app}/switches/{key}",
            "Draft a switch, or a change of one; with `revision` only if nobody changed it since.",
            needs: .role(.operator),
            put
        )
        try routes.api(.delete, "apps/{app}/switches/{key}", "Draft the end of a switch.", needs: .role(.operator), delete)
        let ending = try routes.page("apps/{app}/switches/{key}/ending", needs: .role(.operator), view: "Switches/ending", ending)
        try routes.submit("apps/{app}/switches/{key}/deletion", needs: .role(.operator), form: ending, delete)
        try routes.post("apps/{app}/switches/{key}/discard", "Give up the draft of a switch.", needs: .role(.operator), form: ending, discard)
    }

    // MARK: list

    struct ListQuery: Codable, Sendable {
        /// Part of the key or description.
        let q: String?
        let state: SwitchState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<Switch>, SwitchListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await switches.list(app.id, matching: query.q ?? "", query.state, place)
        return .show(list) {
            SwitchListPage(
                list,
                query,
                drafts: try await switches.countDrafts(app.id),
                twoPerson: try await switches.requiresTwoPersons(app.id),
                pager: Pager(list, place, context),
                app,
                context
            )
        }
    }

    // MARK: forms

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<SwitchFormPage> {
        let app = try apps.app(try context.parameter("app"))
        return .show(SwitchFormPage(try context.submitted(as: SwitchFields.self) ?? .empty, app, nil, context))
    }

    @Sendable func create(_ fields: SwitchFields, _ context: Context) async throws -> Answer<SwitchFormPage> {
        let app = try apps.app(try context.parameter("app"))
        if let step = fields.step { return .show(SwitchFormPage(step.applied(to: fields), app, nil, context)) }
        try SwitchKey.check(fields.key)
        guard try await switches.all(app.id).allSatisfy({ $0.key != fields.key }) else { throw Problem.invalid("key", "switches.key.taken") }
        _ = try await switches.save(fields.key, of: app.id, try fields.input, by: context.editor)
        return .done(at: "/apps/\(app.id)/switches", flash: "switches.saved", ["key": fields.key])
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<Switch, SwitchFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let found = try await switches.find(try context.parameter("key"), of: app.id)
        return .show(found) {
            SwitchFormPage(try context.submitted(as: SwitchFields.self) ?? SwitchFields(found), app, found, context)
        }
    }

    @Sendable func save(_ fields: SwitchFields, _ context: Context) async throws -> Answer<SwitchFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let found = try await switches.find(try context.parameter("key"), of: app.id)
        if let step = fields.step { return .show(SwitchFormPage(step.applied(to: fields), app, found, context)) }
        _ = try await switches.save(found.key, of: app.id, try fields.input, by: context.editor)
        return .done(at: "/apps/\(app.id)/switches", flash: "switches.saved", ["key": found.key])
    }

    @Sendable func ending(_: Nothing, _ context: Context) async throws -> Answer<SwitchEndingPage> {
        .show(SwitchEndingPage(try await switches.find(try context.parameter("key"), of: try context.parameter("app"))))
    }

    // MARK: scripts

    @Sendable func put(_ input: SwitchInput, _ context: Context) async throws -> Answer<Switch> {
        let app = try apps.app(try context.parameter("app"))
        let (saved, isNew) = try await switches.save(try context.parameter("key"), of: app.id, input, by: context.editor)
        return isNew ? .created(saved, at: "/apps/\(app.id)/switches/\(saved.key)") : .show(saved)
    }

    struct Deletion: Codable, Sendable {
        /// The one that was looked at; absent to delete whatever is there.
        let revision: Int?
    }

    @Sendable func delete(_ input: Deletion, _ context: Context) async throws -> Answer<Nothing> {
        let (app, key) = (try context.parameter("app"), try context.parameter("key"))
        try await switches.delete(key, of: app, revision: input.revision, by: context.editor)
        return .done(at: "/apps/\(app)/switches", flash: "switches.deleted.done", ["key": key])
    }

    @Sendable func discard(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, key) = (try context.parameter("app"), try context.parameter("key"))
        try await switches.discard(key, of: app, by: context.editor)
        return .done(at: "/apps/\(app)/switches", flash: "switches.discard.done", ["key": key])
    }
}
