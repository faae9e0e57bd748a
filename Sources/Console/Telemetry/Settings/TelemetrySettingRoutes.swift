import Web

/// What devices are told to upload.
struct TelemetrySettingRoutes: Sendable {
    let telemetry: Telemetry
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/log-settings",
            "List what devices are told to upload.",
            needs: .role(.viewer),
            view: "Telemetry/settings",
            menu: .under(.governance, "telemetry.menu.settings"),
            list
        )
        let form = try routes.get(
            "apps/{app}/log-settings/{platform}/{kind}",
            "What devices are told to do with one kind of log.",
            needs: .role(.viewer),
            view: "Telemetry/setting",
            show
        )
        try routes.post("apps/{app}/log-settings/{platform}/{kind}", "Change it.", needs: .role(.operator), form: form, save)
    }

    struct Page: Codable, Sendable {
        let mayEdit: Bool
        let mayRebuild: Bool
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<TelemetrySetting>, Page> {
        let app = try apps.app(try context.parameter("app"))
        let settings = try await telemetry.settings(of: app)
        return .show(List(items: settings, next: nil, total: settings.count)) {
            Page(mayEdit: context.mayOperate(app.id), mayRebuild: context.isAdmin(app.id))
        }
    }

    struct FormPage: Codable, Sendable {
        let form: Form

        struct Form: Codable, Sendable {
            let enabled: Bool
            let wifi: Bool
            let level: String
            let threshold: String
            let sampleRate: String
        }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<TelemetrySetting, FormPage> {
        let (app, platform, kind) = try named(context)
        guard let setting = try await telemetry.settings(of: app).first(where: { $0.platform == platform && $0.kind == kind }) else {
            throw Problem.notFound
        }
        return .show(setting) {
            FormPage(
                form: .init(
                    enabled: context.submitted.map { $0["enabled"] != nil } ?? setting.enabled,
                    wifi: context.filled("network", setting.network.rawValue) == "wifi",
                    level: context.filled("level", "\(setting.level)"),
                    threshold: context.filled("threshold", "\(setting.threshold)"),
                    sampleRate: context.filled("sampleRate", "\(setting.sampleRate)")
                )
            )
        }
    }

    @Sendable func save(_ input: TelemetrySetting.Change, _ context: Context) async throws -> Answer<Nothing> {
        let (app, platform, kind) = try named(context)
        try await telemetry.change(platform, kind, of: app, input, by: context.actor)
        return .done(at: "/apps/\(app.id)/log-settings", flash: "telemetry.settings.saved")
    }

    private func named(_ context: Context) throws -> (App, Platform, TelemetryLogType) {
        let app = try apps.app(try context.parameter("app"))
        guard let platform = Platform(rawValue: try context.parameter("platform")),
            let kind = TelemetryLogType(rawValue: try context.parameter("kind"))
        else {
            throw Problem.notFound
        }
        return (app, platform, kind)
    }
}
