import Foundation
import Hummingbird
import Web

/// Releases and their drafts, as pages and as JSON.
struct UpdateRoutes: Sendable {
    let updates: Updates
    let apps: Apps
    let statistics: Statistics
    let ledger: Ledger
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        let all = "apps/{app}/updates"
        let menu = Menu.Item.under(.development, "updates.menu", key: "u")
        try routes.get(
            all,
            "List the releases that devices are told of, newest first.",
            needs: .role(.viewer),
            view: "Updates/list",
            menu: menu,
            list
        )
        let drafting = "Draft a release; devices are told of it once it is published."
        try routes.api(.post, all, drafting, needs: .role(.operator), upTo: UpdateRules.bodyLimit, create)
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Updates/form", new)
        try routes.submit(all, needs: .role(.operator), form: new, view: "Updates/form", submit)
        try UpdateEvaluationRoutes(updates: updates, apps: apps).add(to: routes)

        let one = "\(all)/{id}"
        let page = try routes.get(one, "One release.", needs: .role(.viewer), view: "Updates/update", show)
        let changing = "Change a draft; with `revision` only if nobody changed it since."
        try routes.api(.put, one, changing, needs: .role(.operator), upTo: UpdateRules.bodyLimit, put)
        try routes.api(.delete, one, "Delete a draft.", needs: .role(.operator), delete)
        let ending = try routes.page("\(one)/ending", needs: .role(.operator), view: "Updates/ending", ending)
        try routes.submit("\(one)/deletion", needs: .role(.operator), form: ending, delete)
        let edit = try routes.page("\(one)/edit", needs: .role(.operator), view: "Updates/form", edit)
        try routes.submit("\(one)/edit", needs: .role(.operator), form: edit, view: "Updates/form", save)
        try UpdatePublishingRoutes(updates: updates, apps: apps, statistics: statistics).add(to: routes, page: page, ending: ending)
        try UpdateWhitelistRoutes(updates: updates, apps: apps).add(to: routes, page: page)
    }

    // MARK: list

    struct ListQuery: Codable, Sendable {
        let platform: Platform?
        let state: UpdateState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<UpdateView>, UpdateListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = UpdateFilter(platform: query.platform, state: query.state)
        let list = try await updates.list(app.id, filter, place, publicURL: context.publicURL)
        return .show(list) { UpdateListPage(list, filter, Pager(list, place, context), app, context) }
    }

    // MARK: scripts

    @Sendable func create(_ input: UpdateInput, _ context: Context) async throws -> Answer<UpdateView> {
        let app = try apps.app(try context.parameter("app"))
        let made = try await updates.create(input, of: app, zone: context.reader.zone, by: context.actor)
        return .created(try await updates.view(made, publicURL: context.publicURL), at: "/apps/\(app.id)/updates/\(made.id)")
    }

    @Sendable func put(_ input: UpdateInput, _ context: Context) async throws -> Answer<UpdateView> {
        let app = try apps.app(try context.parameter("app"))
        let changed = try await updates.edit(try context.parameter("id"), of: app, input, zone: context.reader.zone, by: context.actor)
        return .show(try await updates.view(changed, publicURL: context.publicURL))
    }

    // MARK: forms

    struct Beginning: Codable, Sendable {
        let platform: Platform?
        /// Id of a build to begin with.
        let build: String?
    }

    @Sendable func new(_ query: Beginning, _ context: Context) async throws -> Answer<UpdateFormPage> {
        let app = try apps.app(try context.parameter("app"))
        if let sent = try context.submitted(as: UpdateFields.self) { return .show(try await page(sent, app, nil, context)) }
        var fields = UpdateFields.empty(platform: query.platform ?? app.platforms.first?.platform ?? .ios)
        if let id = query.build?.orNil, let build = try await updates.builds.find(id, app.id) { fields.begin(with: build) }
        return .show(try await page(fields, app, nil, context))
    }

    @Sendable func submit(_ fields: UpdateFields, _ context: Context) async throws -> Answer<UpdateFormPage> {
        let app = try apps.app(try context.parameter("app"))
        if let step = fields.step { return .show(try await page(step.applied(to: fields), app, nil, context)) }
        let made = try await updates.create(try fields.input, of: app, zone: context.reader.zone, by: context.actor)
        return .done(at: "/apps/\(app.id)/updates/\(made.id)", flash: "updates.drafted", ["version": made.plan.version])
    }

    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<UpdateFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let update = try await updates.update(try context.parameter("id"), of: app.id)
        guard update.kept == .draft else { throw Problem(.conflict, "updates.noDraft") }
        let fields = try context.submitted(as: UpdateFields.self) ?? UpdateFields(update, zone: context.reader.zone)
        return .show(try await page(fields, app, update, context))
    }

    @Sendable func save(_ fields: UpdateFields, _ context: Context) async throws -> Answer<UpdateFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let id = try context.parameter("id")
        if let step = fields.step {
            return .show(try await page(step.applied(to: fields), app, try await updates.update(id, of: app.id), context))
        }
        let changed = try await updates.edit(id, of: app, try fields.input, zone: context.reader.zone, by: context.actor)
        return .done(at: "/apps/\(app.id)/updates/\(id)", flash: "updates.saved", ["version": changed.plan.version])
    }

    private func page(_ fields: UpdateFields, _ app: App, _ update: Update?, _ context: Context) async throws -> UpdateFormPage {
        var builds: [UpdateBuild] = []
        for platform in app.platforms { builds += try await updates.builds.recent(app.id, platform.platform) }
        return UpdateFormPage(fields, app, update, builds, context)
    }

    @Sendable func ending(_: Nothing, _ context: Context) async throws -> Answer<UpdateEndingPage> {
        let update = try await updates.update(try context.parameter("id"), of: try context.parameter("app"))
        return .show(UpdateEndingPage(update, try await updates.view(update, publicURL: context.publicURL), context))
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        try await updates.delete(try context.parameter("id"), of: app, by: context.actor)
        return .done(at: "/apps/\(app)/updates", flash: "updates.deleted")
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<UpdateView, UpdatePage> {
        let app = try apps.app(try context.parameter("app"))
        let update = try await updates.update(try context.parameter("id"), of: app.id)
        return .show(try await updates.view(update, publicURL: context.publicURL)) {
            UpdatePage(
                update,
                history: try await updates.history(update.id, of: app.id),
                chart: update.publishedAt == nil ? nil : try await chart(update, app, context),
                context
            )
        }
    }

    private func chart(_ update: Update, _ app: App, _ context: Context) async throws -> SafeHTML {
        let adoption = try await statistics.adoption(of: update, app, now: context.reader.now)
        let range = StatisticsRange.adoption(of: update, zone: app.timeZone, now: context.reader.now)
        let ask = StatisticsAsk(app, platform: update.plan.platform, range, context)
        let writer = try await StatisticsWriter.marked(ask, catalogue, by: ledger)
        let name = writer.words["updates.adoption"]
        return writer.chart(
            "adoption",
            name,
            .percent,
            [Chart.Series(name, adoption.items.map(\.share.value), style: 1, area: true)],
            times: adoption.items.map(\.time),
            receivedAt: adoption.receivedAt.value
        )
    }
}
