import Web

/// How an app's gateway behaves, as pages and as JSON: its settings here, its upstreams beside.
struct GatewaySetupRoutes: Sendable {
    let setup: GatewaySetup
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "apps/{app}/gateway/settings"
        let page = try routes.get(path, "Which signatures the gateway takes, and its limits.", needs: .role(.viewer), view: "Gateway/settings", show)
        try routes.api(.put, path, "Change which signatures the gateway takes, and its limits.", needs: .role(.operator), put)
        try routes.submit(path, needs: .role(.operator), form: page, save)
        try GatewayUpstreamRoutes(setup: setup, apps: apps).add(to: routes)
    }

    struct Page: Codable, Sendable {
        let form: Form
        let mayEdit: Bool

        struct Form: Codable, Sendable {
            let hmacOnly: Bool
            let appRate: String
            let deviceRate: String
        }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<GatewaySettings, Page> {
        let app = try app(context)
        let settings = try await setup.settings(of: app)
        return .show(settings) {
            let form = Page.Form(
                hmacOnly: context.submitted.map { $0["hmacOnly"] == "true" } ?? settings.hmacOnly,
                appRate: context.filled("appRate", "\(settings.appRate)"),
                deviceRate: context.filled("deviceRate", "\(settings.deviceRate)")
            )
            return Page(form: form, mayEdit: context.mayOperate(app))
        }
    }

    @Sendable func put(_ settings: GatewaySettings, _ context: Context) async throws -> Answer<GatewaySettings> {
        try await setup.configure(try app(context), settings, by: context.actor)
        return .show(settings)
    }

    @Sendable func save(_ settings: GatewaySettings, _ context: Context) async throws -> Answer<Nothing> {
        let app = try app(context)
        try await setup.configure(app, settings, by: context.actor)
        return .done(at: "/apps/\(app)/gateway/settings", flash: "gateway.settings.saved")
    }

    private func app(_ context: Context) throws -> String {
        try apps.app(try context.parameter("app")).id
    }
}
