import Web

/// 接口调试: trying an operation, as a page and as JSON.
struct GatewayTrialRoutes: Sendable {
    let trials: GatewayTrials
    let apps: Apps

    func add(to routes: Routes) throws {
        let form = try routes.page(
            "apps/{app}/gateway/trials",
            needs: .role(.operator),
            view: "Gateway/trial",
            menu: .under(.cloud, "gateway.menu.trial"),
            show
        )
        try routes.post("apps/{app}/gateway/trials", "Sign a call here and make it.", needs: .role(.operator), form: form, view: "Gateway/tried", run)
    }

    struct Page: Codable, Sendable {
        let platforms: [AppPlatformChoice]
        let operations: [String]
        let form: Form

        struct Form: Codable, Sendable {
            let operation: String
            let data: String
            let hmac: Bool
            let device: String
            let version: String
            let session: String
        }
    }

    struct Query: Codable, Sendable {
        /// Filled in already.
        let operation: String?
    }

    @Sendable func show(_ query: Query, _ context: Context) async throws -> Answer<Page> {
        let app = try apps.app(try context.parameter("app"))
        let chosen = context.filled("platform", app.platforms.first?.platform.rawValue ?? "")
        return .show(
            Page(
                platforms: AppPlatformChoice.all(of: app, chosen: chosen),
                operations: trials.gateway.names(of: app.id),
                form: Page.Form(
                    operation: context.filled("operation", query.operation ?? "alipay.client.switches.all.get"),
                    data: context.filled("data", "{}"),
                    hmac: context.submitted?["hmac"] != nil,
                    device: context.filled("device"),
                    version: context.filled("version"),
                    session: context.filled("session")
                )
            )
        )
    }

    @Sendable func run(_ trial: GatewayTrial, _ context: Context) async throws -> Answer<GatewayTrialResult> {
        let app = try apps.app(try context.parameter("app"))
        return .show(try await trials.run(trial, on: app, by: context.actor))
    }
}

extension Gateway {
    /// Operations that an app's devices can ask for, by name.
    fileprivate func names(of app: String) -> [String] {
        (Array(operations.keys) + index.entry(app).upstreams.keys).sorted()
    }
}
