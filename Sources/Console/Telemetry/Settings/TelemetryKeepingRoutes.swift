import Web

/// How long what devices sent is kept, and who reads what is personal in it.
struct TelemetryKeepingRoutes: Sendable {
    let telemetry: Telemetry
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "apps/{app}/log-retention"
        let kept = "How long an app's raw lines, crash reports and statistics are kept, in days; 0 days of statistics: for ever."
        let form = try routes.get(path, kept, needs: .role(.viewer), view: "Telemetry/keeping", show)
        let change = "Change it; what is left out stays. What is older goes within minutes, for good; what was counted of crash reports stays."
        try routes.api(.post, path, change, needs: .role(.admin), change(_:_:))
        try routes.submit(path, needs: .role(.admin), form: form, save)
        let masked = "Which role, with those above it, reads telephone numbers and mail addresses in what devices sent; others see them masked."
        try routes.api(.get, "apps/{app}/personal-data", masked, needs: .role(.viewer), showPersonal)
        try routes.post("apps/{app}/personal-data", "Change which role reads personal data.", needs: .role(.admin), form: form, savePersonal)
    }

    struct Page: Codable, Sendable {
        let form: Form
        let roles: [RoleChoice]
        let forEver: Bool
        let mayEdit: Bool

        struct Form: Codable, Sendable {
            let rawDays: String
            let crashDays: String
            let rollupDays: String
        }

        struct RoleChoice: Codable, Sendable {
            let role: Role
            let chosen: Bool
        }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<TelemetryKeeping, Page> {
        let app = try apps.app(try context.parameter("app"))
        let keeping = try await telemetry.keeping(of: app)
        return .show(keeping) {
            let from = context.filled("from", app.personalFrom.rawValue)
            return Page(
                form: .init(
                    rawDays: context.filled("rawDays", "\(keeping.rawDays)"),
                    crashDays: context.filled("crashDays", "\(keeping.crashDays)"),
                    rollupDays: context.filled("rollupDays", "\(keeping.rollupDays)")
                ),
                roles: Role.allCases.map { .init(role: $0, chosen: $0.rawValue == from) },
                forEver: keeping.rollupDays == 0,
                mayEdit: context.isAdmin(app.id)
            )
        }
    }

    @Sendable func change(_ input: TelemetryKeeping.Change, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        try await telemetry.keep(input, of: app, by: context.actor)
        return .done(at: "/apps/\(app.id)/log-settings")
    }

    struct SaveForm: Codable, Sendable {
        let rawDays: Int?
        let crashDays: Int?
        let rollupDays: Int?
        /// A tick: that it is known what goes. Scripts need not say so.
        let shorten: Bool?
    }

    @Sendable func save(_ input: SaveForm, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        let change = TelemetryKeeping.Change(rawDays: input.rawDays, crashDays: input.crashDays, rollupDays: input.rollupDays)
        try await telemetry.keep(change, of: app, mayShorten: input.shorten == true, by: context.actor)
        return .done(at: "/apps/\(app.id)/log-settings", flash: "telemetry.keeping.saved")
    }

    /// Both what is shown and what is asked for.
    struct Personal: Codable, Sendable {
        let from: Role
    }

    @Sendable func showPersonal(_: Nothing, _ context: Context) async throws -> Answer<Personal> {
        .show(Personal(from: try apps.app(try context.parameter("app")).personalFrom))
    }

    @Sendable func savePersonal(_ input: Personal, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        try await apps.showPersonalData(from: input.from, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/log-settings", flash: "telemetry.personal.saved")
    }
}
