import Web

/// Named schedules, as pages and as JSON, and which of them a release follows.
struct HotpatchRampRoutes: Sendable {
    let ramps: HotpatchRamps
    let apps: Apps
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/hotpatch-ramps", "apps/{app}/hotpatch-ramps/{id}")
        let page = try routes.get(all, "List the schedules by which patches are raised.", needs: .role(.viewer), view: "Hotpatch/ramps", list)
        try routes.api(.post, all, "Add a schedule.", needs: .role(.releaser), create)
        try routes.submit(all, needs: .role(.releaser), form: page, submit)
        let edit = try routes.get(one, "A schedule.", needs: .role(.viewer), view: "Hotpatch/rampEdit", show)
        try routes.api(.put, one, "Change a schedule; releases that follow it keep their steps.", needs: .role(.releaser), put)
        try routes.submit(one, needs: .role(.releaser), form: edit, save)
        try routes.api(.delete, one, "Remove a schedule; releases that follow it go on.", needs: .role(.releaser), remove)
        try routes.submit("\(one)/removal", needs: .role(.releaser), form: edit, remove)
    }

    /// - Parameter page: of one release.
    func addOfRelease(to routes: Routes, page: FormPage? = nil) throws {
        let one = "apps/{app}/hotpatches/{id}/ramp"
        try routes.api(.get, one, "Where a release is on its schedule.", needs: .role(.viewer), standing)
        try routes.post(one, "Have a release follow a schedule.", needs: .role(.releaser), form: page, follow)
        try routes.post("\(one)/stop", "Let a release follow its schedule no more.", needs: .role(.releaser), form: page, stop)
    }

    // MARK: schedules

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<HotpatchRamp>, HotpatchRampsPage> {
        let app = try apps.app(try context.parameter("app"))
        let all = try await ramps.list(app.id)
        return .show(List(items: all, next: nil, total: all.count)) {
            HotpatchRampsPage(all, catalogue[context.reader.language], mayEdit: mayRelease(app.id, context), context)
        }
    }

    @Sendable func create(_ draft: HotpatchRampDraft, _ context: Context) async throws -> Answer<HotpatchRamp> {
        let app = try apps.app(try context.parameter("app")).id
        let ramp = try await ramps.add(draft, to: app, by: context.actor)
        return .created(ramp, at: "/apps/\(app)/hotpatch-ramps/\(ramp.id)")
    }

    @Sendable func submit(_ fields: HotpatchRampFields, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        _ = try await ramps.add(try fields.draft(), to: app, by: context.actor)
        return .done(at: "/apps/\(app)/hotpatch-ramps", flash: "hotpatch.ramp.added")
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<HotpatchRamp, HotpatchRampPage> {
        let (app, id) = try place(context)
        let ramp = try await ramps.ramp(id, of: app)
        return .show(ramp) { HotpatchRampPage(ramp, catalogue[context.reader.language], mayEdit: mayRelease(app, context), context) }
    }

    @Sendable func put(_ draft: HotpatchRampDraft, _ context: Context) async throws -> Answer<HotpatchRamp> {
        let (app, id) = try place(context)
        return .show(try await ramps.edit(id, of: app, draft, by: context.actor))
    }

    @Sendable func save(_ fields: HotpatchRampFields, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try place(context)
        _ = try await ramps.edit(id, of: app, try fields.draft(), by: context.actor)
        return .done(at: "/apps/\(app)/hotpatch-ramps", flash: "hotpatch.ramp.saved")
    }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try place(context)
        try await ramps.remove(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/hotpatch-ramps", flash: "hotpatch.ramp.removed")
    }

    // MARK: of a release

    struct Choice: Codable, Sendable {
        /// Id of the schedule; `standard` is there in every app.
        let ramp: String
    }

    @Sendable func standing(_: Nothing, _ context: Context) async throws -> Answer<HotpatchRampView> {
        let (app, id) = try place(context)
        guard let view = try await ramps.view(try await ramps.hotpatches.hotpatch(id, of: app)) else { throw Problem.notFound }
        return .show(view)
    }

    @Sendable func follow(_ choice: Choice, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try place(context)
        try await ramps.follow(choice.ramp, id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/hotpatches/\(id)", flash: "hotpatch.ramp.followed")
    }

    @Sendable func stop(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try place(context)
        try await ramps.stop(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/hotpatches/\(id)", flash: "hotpatch.ramp.stopped")
    }

    private func place(_ context: Context) throws -> (app: String, id: String) {
        (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
    }

    private func mayRelease(_ app: String, _ context: Context) -> Bool {
        Policy.role(.releaser).admits(context.viewer, app: app)
    }
}

extension HotpatchRamps {
    /// nil for a release that never followed a schedule.
    func view(_ release: Hotpatch) async throws -> HotpatchRampView? {
        let (run, events) = try await standing(release)
        return run.map { HotpatchRampView($0, events) }
    }

    /// For the release page; nil where there is nothing to show or to choose.
    func panel(_ release: Hotpatch, _ context: Context) async throws -> HotpatchRampPanel? {
        let (run, events) = try await standing(release)
        let words = self.guard.alerts.catalogue[context.reader.language]
        let panel = HotpatchRampPanel(release, run, events, try await list(release.app), words, context)
        return run == nil && !panel.mayEdit ? nil : panel
    }

    private func standing(_ release: Hotpatch) async throws -> (HotpatchRampRun?, [HotpatchRampEvent]) {
        try await database.read { connection in
            (try connection.hotpatchRun(release.app, release.id), try connection.hotpatchRampEvents(release.app, release.id, limit: 100))
        }
    }
}
