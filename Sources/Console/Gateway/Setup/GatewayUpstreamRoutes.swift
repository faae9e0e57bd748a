import Web

/// The operations of an app that are passed on to its team's servers, as pages and as JSON.
struct GatewayUpstreamRoutes: Sendable {
    let setup: GatewaySetup
    let apps: Apps

    func add(to routes: Routes) throws {
        let all = "apps/{app}/gateway/upstreams"
        let one = "apps/{app}/gateway/upstreams/{operation}"
        try routes.get(all, "List the operations that are passed on.", needs: .role(.viewer), view: "Gateway/upstreams", list)
        let new = try routes.page("apps/{app}/gateway/new-upstream", needs: .role(.operator), view: "Gateway/newUpstream", new)
        try routes.post(all, "Register an operation that is passed on.", needs: .role(.operator), form: new, add)

        let page = try routes.get(one, "Get an operation that is passed on.", needs: .role(.viewer), view: "Gateway/upstream", show)
        try routes.api(.put, one, "Register an operation that is passed on, or change it.", needs: .role(.operator), put)
        try routes.submit(one, needs: .role(.operator), form: page, save)
        try routes.post("\(one)/pause", "Devices are told there is no such operation.", needs: .role(.operator), form: page, pause)
        try routes.post("\(one)/resume", "Devices can call it again.", needs: .role(.operator), form: page, resume)

        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "Gateway/removal", review)
        try routes.submit("\(one)/removal", needs: .role(.operator), form: removal, removeTyped)
        try routes.api(.delete, one, "Remove an operation that is passed on; its statistics stay.", needs: .role(.operator), remove)
    }

    struct ListQuery: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    struct ListPage: Codable, Sendable {
        let mayEdit: Bool
        let pager: Pager
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<GatewayUpstream>, ListPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let app = try app(context)
        let list = try await setup.upstreams(of: app, place)
        return .show(list) { ListPage(mayEdit: context.mayOperate(app), pager: Pager(list, place, context)) }
    }

    struct NewPage: Codable, Sendable {
        let operation: String
        let form: GatewayUpstreamForm
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<NewPage> {
        let standard = GatewayUpstreamDraft(url: "").upstream("", enabled: true, at: context.reader.now)
        let form = GatewayUpstreamForm(standard, isAdmin: context.isAdmin(try app(context)), context)
        return .show(NewPage(operation: context.filled("operation"), form: form))
    }

    @Sendable func add(_ draft: GatewayUpstreamDraft, _ context: Context) async throws -> Answer<GatewayUpstream> {
        let app = try app(context)
        let upstream = try await setup.add(draft, to: app, isAdmin: context.isAdmin(app), by: context.actor)
        return .created(upstream, at: "/apps/\(app)/gateway/upstreams/\(upstream.operation)", flash: "gateway.upstream.added")
    }

    struct Page: Codable, Sendable {
        let form: GatewayUpstreamForm
        let mayEdit: Bool
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<GatewayUpstream, Page> {
        let (app, operation) = try named(context)
        let upstream = try await setup.upstream(operation, of: app)
        return .show(upstream) {
            Page(form: GatewayUpstreamForm(upstream, isAdmin: context.isAdmin(app), context), mayEdit: context.mayOperate(app))
        }
    }

    @Sendable func put(_ draft: GatewayUpstreamDraft, _ context: Context) async throws -> Answer<GatewayUpstream> {
        let (app, operation) = try named(context)
        return .show(try await setup.save(draft, as: operation, of: app, isAdmin: context.isAdmin(app), by: context.actor))
    }

    @Sendable func save(_ draft: GatewayUpstreamDraft, _ context: Context) async throws -> Answer<Nothing> {
        let (app, operation) = try named(context)
        _ = try await setup.upstream(operation, of: app)
        try await setup.save(draft, as: operation, of: app, isAdmin: context.isAdmin(app), by: context.actor)
        return .done(at: "/apps/\(app)/gateway/upstreams/\(operation)", flash: "gateway.upstream.saved")
    }

    @Sendable func pause(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, operation) = try named(context)
        try await setup.disable(operation, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/gateway/upstreams/\(operation)", flash: "gateway.upstream.paused")
    }

    @Sendable func resume(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, operation) = try named(context)
        try await setup.enable(operation, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/gateway/upstreams/\(operation)", flash: "gateway.upstream.resumed")
    }

    struct RemovalPage: Codable, Sendable {
        let upstream: GatewayUpstream
        let confirm: String
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<RemovalPage> {
        let (app, operation) = try named(context)
        return .show(RemovalPage(upstream: try await setup.upstream(operation, of: app), confirm: context.filled("confirm")))
    }

    struct Removal: Codable, Sendable {
        /// The operation, typed by the person who removes it.
        let confirm: String
    }

    @Sendable func removeTyped(_ input: Removal, _ context: Context) async throws -> Answer<Nothing> {
        let (_, operation) = try named(context)
        guard input.confirm == operation else { throw Problem.invalid("confirm", "gateway.removal.mismatch", ["operation": operation]) }
        return try await remove(Nothing(), context)
    }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, operation) = try named(context)
        try await setup.remove(operation, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/gateway/upstreams", flash: "gateway.upstream.removed", ["operation": operation])
    }

    private func named(_ context: Context) throws -> (app: String, operation: String) {
        (try app(context), try context.parameter("operation"))
    }

    private func app(_ context: Context) throws -> String {
        try apps.app(try context.parameter("app")).id
    }
}
