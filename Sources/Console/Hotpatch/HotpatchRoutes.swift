import Foundation
import Hummingbird
import Web

/// Patches, their releases and drafts, as pages and as JSON.
struct HotpatchRoutes: Sendable {
    let hotpatches: Hotpatches
    let scripts: HotpatchScripts
    let apps: Apps
    /// What the page of a release shows of it.
    let watch: HotpatchGuard
    let ramps: HotpatchRamps
    let spared: HotpatchSpared

    func add(to routes: Routes) throws {
        let all = "apps/{app}/hotpatches"
        let menu = Menu.Item.under(.development, "hotpatch.menu")
        try routes.get(all, "List the code patches, newest first.", needs: .role(.viewer), view: "Hotpatch/list", menu: menu, list)
        try routes.upload(.post, all, Self.creating, needs: .role(.operator), consumes: "multipart/form-data", create)
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Hotpatch/form", new)
        try routes.submit(all, needs: .role(.operator), smallFiles: Self.files, form: new, submit)
        try HotpatchEvaluationRoutes(previews: previews, apps: apps).add(to: routes)
        try HotpatchApprovalRoutes(hotpatches: hotpatches, apps: apps).addOption(to: routes)

        let one = "\(all)/{id}"
        let page = try routes.get(one, "One patch with its release.", needs: .role(.viewer), view: "Hotpatch/hotpatch", show)
        let changing = "Change a draft, all but its script; with `revision` only if nobody changed it since."
        try routes.api(.put, one, changing, needs: .role(.operator), upTo: HotpatchRules.bodyLimit, put)
        try routes.api(.delete, one, "Delete a draft.", needs: .role(.operator), delete)
        let ending = try routes.page("\(one)/ending", needs: .role(.operator), view: "Hotpatch/ending", ending)
        try routes.submit("\(one)/deletion", needs: .role(.operator), form: ending, delete)
        let edit = try routes.page("\(one)/edit", needs: .role(.operator), view: "Hotpatch/form", edit)
        try routes.submit("\(one)/edit", needs: .role(.operator), smallFiles: Self.files, form: edit, save)
        try routes.stream("\(one)/script", "Download the script.", needs: .role(.viewer), produces: "text/plain", script)
        try HotpatchPublishingRoutes(hotpatches: hotpatches, previews: previews, apps: apps).add(to: routes, page: page, ending: ending)
        try HotpatchApprovalRoutes(hotpatches: hotpatches, apps: apps).add(to: routes, page: page)
        try HotpatchWhitelistRoutes(hotpatches: hotpatches).add(to: routes, page: page)
        try HotpatchGuardRoutes(guard: watch, apps: apps).add(to: routes, page: page)
        try HotpatchRampRoutes(ramps: ramps, apps: apps, catalogue: watch.alerts.catalogue).addOfRelease(to: routes, page: page)
        try HotpatchDownloadRoutes(hotpatches: hotpatches).add(to: routes)
    }

    private static let creating = """
        Draft a patch: the file `script`, and in fields `platform`, `targetVersions` (with commas), `note`, `percentage`, `whitelist`, `rules` (JSON), \
        `format` (1 or 2), `runAt` (now, nextLaunch), `guard` (off, notify, halt), `opensAt`, `endsAt`. Devices get it once it is published.
        """
    private static let files = SmallFileFields(["script", "whitelist"], upTo: HotpatchPackageLimits.script)

    private var previews: HotpatchPreviews {
        HotpatchPreviews(hotpatches: hotpatches, devices: TelemetryKnownDevices(database: hotpatches.database), spared: spared)
    }

    // MARK: list

    struct ListQuery: Codable, Sendable {
        let platform: Platform?
        let state: HotpatchState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<HotpatchView>, HotpatchListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = HotpatchFilter(platform: query.platform, state: query.state)
        let list = try await hotpatches.list(app.id, filter, place)
        return .show(list) {
            let ignored = try await hotpatches.ignored(app.id).values.reduce(0, +)
            return HotpatchListPage(list, filter, ignored: ignored, Pager(list, place, context), app, context)
        }
    }

    // MARK: scripts

    @Sendable func create(_ request: Request, _ context: Context) async throws -> Answer<HotpatchView> {
        let app = try apps.app(try context.parameter("app"))
        let (sent, files) = try await request.input(HotpatchMultipart.self, with: Self.files)
        guard let upload = files.hotpatchScript(sent.language) else { throw Problem.invalid("script", "web.required") }
        let input = try sent.input(users: try files.hotpatchUsers())
        let made = try await hotpatches.create(input, upload, of: app, zone: context.reader.zone, by: context.actor)
        return .created(try await hotpatches.view(made), at: "/apps/\(app.id)/hotpatches/\(made.id)")
    }

    @Sendable func put(_ input: HotpatchInput, _ context: Context) async throws -> Answer<HotpatchView> {
        let app = try apps.app(try context.parameter("app"))
        let changed = try await hotpatches.edit(try context.parameter("id"), of: app, input, zone: context.reader.zone, by: context.actor)
        return .show(try await hotpatches.view(changed))
    }

    // MARK: forms

    struct Beginning: Codable, Sendable {
        let platform: Platform?
    }

    @Sendable func new(_ query: Beginning, _ context: Context) async throws -> Answer<HotpatchFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let empty = HotpatchFields.empty(platform: query.platform ?? app.platforms.first?.platform ?? .ios)
        return .show(HotpatchFormPage(try context.submitted(as: HotpatchFields.self) ?? empty, app, nil, context))
    }

    @Sendable func submit(_ fields: HotpatchFields, _ files: [SmallFile], _ context: Context) async throws -> Answer<HotpatchView> {
        let app = try apps.app(try context.parameter("app"))
        guard let upload = files.hotpatchScript(fields.chosenLanguage) else { throw Problem.invalid("script", "web.required") }
        let made = try await hotpatches.create(try fields.input, upload, of: app, zone: context.reader.zone, by: context.actor)
        return .done(at: "/apps/\(app.id)/hotpatches/\(made.id)", flash: "hotpatch.drafted", ["version": made.version])
    }

    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<HotpatchFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let hotpatch = try await hotpatches.hotpatch(try context.parameter("id"), of: app.id)
        guard hotpatch.kept == .draft else { throw Problem(.conflict, "hotpatch.noDraft") }
        let fields = try context.submitted(as: HotpatchFields.self) ?? HotpatchFields(hotpatch, zone: context.reader.zone)
        return .show(HotpatchFormPage(fields, app, hotpatch, context))
    }

    @Sendable func save(_ fields: HotpatchFields, _ files: [SmallFile], _ context: Context) async throws -> Answer<HotpatchView> {
        let app = try apps.app(try context.parameter("app"))
        let id = try context.parameter("id")
        let upload = files.hotpatchScript(fields.chosenLanguage)
        let changed = try await hotpatches.edit(id, of: app, try fields.input, upload, zone: context.reader.zone, by: context.actor)
        return .done(at: "/apps/\(app.id)/hotpatches/\(id)", flash: "hotpatch.saved", ["version": changed.version])
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        try await hotpatches.delete(try context.parameter("id"), of: app, by: context.actor)
        return .done(at: "/apps/\(app)/hotpatches", flash: "hotpatch.deleted")
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<HotpatchView, HotpatchPage> {
        let app = try apps.app(try context.parameter("app"))
        let hotpatch = try await hotpatches.hotpatch(try context.parameter("id"), of: app.id)
        let view = try await hotpatches.view(hotpatch)
        return .show(view) { HotpatchPage(hotpatch, view, try await parts(hotpatch, context), context) }
    }

    private func parts(_ hotpatch: Hotpatch, _ context: Context) async throws -> HotpatchPageParts {
        let (app, id) = (hotpatch.app, hotpatch.id)
        let script = try await hotpatches.script(hotpatch)
        let asides = try await hotpatches.asides(hotpatch)
        var running: (script: [UInt8], version: String)?
        if let other = asides.running { running = (try await hotpatches.script(other), other.version) }
        return HotpatchPageParts(
            history: try await hotpatches.history(id, of: app),
            approvals: try await hotpatches.approvals(id, of: app),
            failures: asides.failures,
            script: script,
            check: await scripts.check(script, hotpatch.script.language),
            running: running,
            asker: asides.asker,
            watch: try await watch.panel(hotpatch, context),
            ramp: try await ramps.panel(hotpatch, context)
        )
    }

    @Sendable func ending(_: Nothing, _ context: Context) async throws -> Answer<HotpatchEndingPage> {
        let hotpatch = try await hotpatches.hotpatch(try context.parameter("id"), of: try context.parameter("app"))
        return .show(HotpatchEndingPage(hotpatch, try await hotpatches.view(hotpatch), context))
    }

    @Sendable func script(_ request: Request, _ context: Context) async throws -> Response {
        let hotpatch = try await hotpatches.hotpatch(try context.parameter("id"), of: try context.parameter("app"))
        let (script, download) = (hotpatch.script, FileDownload(blobs: hotpatches.blobs))
        let type = "text/plain; charset=utf-8"
        return try await download.response(blob: script.blob, size: script.size, name: script.name, type: type, request: request)
    }
}

/// What the page of a release asks the database for beside its history.
struct HotpatchAsides: Sendable {
    let failures: [HotpatchFailure]
    /// Id of the account whose question is open.
    let asker: String?
    /// The release that devices of one of its versions have now.
    let running: Hotpatch?
}

extension Hotpatches {
    fileprivate func asides(_ hotpatch: Hotpatch) async throws -> HotpatchAsides {
        let (app, id, now) = (hotpatch.app, hotpatch.id, clock.now)
        return try await database.read { connection in
            let open = try connection.openHotpatchApproval(app, id)
            let wanted = Set(hotpatch.plan.targetVersions.map(RolloutVersion.init))
            let running = try connection.liveHotpatches(at: now, of: app).last { other in
                other.id != id && other.plan.platform == hotpatch.plan.platform
                    && other.liveVersions.contains { wanted.contains(RolloutVersion($0)) }
            }
            return HotpatchAsides(
                failures: try connection.hotpatchFailures(app, id, limit: 10),
                asker: try open.flatMap { try connection.hotpatchAsker(app, id, $0.number) },
                running: hotpatch.kept == .draft ? running : nil
            )
        }
    }

    /// Reports that were not counted, by reason.
    func ignored(_ app: String) async throws -> [String: Int] {
        try await database.read { try $0.hotpatchIgnored(app) }
    }
}
