import Web

/// How an app's reports are grouped, as JSON; the page is beside it.
struct CrashGroupingRoutes: Sendable {
    let groupings: CrashGroupings
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "apps/{app}/crash-grouping"
        try routes.api(.get, path, "How an app's crash reports are grouped.", needs: .role(.viewer), show)
        try routes.api(.put, path, "Change it; with `again` for the stored reports too.", needs: .role(.admin), change)
        try routes.api(.get, "\(path)/trials", "The newest trials.", needs: .role(.viewer), list)
        try routes.api(.post, "\(path)/trials", "Try another way on the newest 10,000 reports; nothing changes.", needs: .role(.operator), begin)
        try routes.api(.get, "\(path)/trials/{trial}", "A trial with its outcome.", needs: .role(.viewer), trial)
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<CrashGroupingSetting> {
        .show(try await groupings.setting(of: try apps.app(try context.parameter("app")).id))
    }

    struct Change: Codable, Sendable {
        /// Of the algorithm: 1 or 2.
        let version: Int
        /// Which frames are the app's own, before the built-in rules; the first that fits decides.
        let rules: [CrashRule]
        /// Whether stored reports are read again, the newest 100,000; no when absent.
        let again: Bool?

        var setting: CrashGroupingSetting { CrashGroupingSetting(version: version, rules: rules) }
    }

    @Sendable func change(_ input: Change, _ context: Context) async throws -> Answer<CrashGroupingSetting> {
        let app = try apps.app(try context.parameter("app")).id
        try await groupings.change(input.setting, again: input.again ?? false, of: app, by: context.actor)
        return .show(try await groupings.setting(of: app))
    }

    struct Trials: Codable, Sendable {
        let items: [CrashTrial]
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Answer<Trials> {
        let app = try apps.app(try context.parameter("app"))
        let trials = try await groupings.trials(of: app.id)
        return .show(Trials(items: context.isMasked(app) ? trials.map { $0.masked() } : trials))
    }

    @Sendable func begin(_ input: CrashGroupingSetting, _ context: Context) async throws -> Answer<CrashTrial> {
        let app = try apps.app(try context.parameter("app")).id
        let trial = try await groupings.try(input, of: app, by: context.actor)
        return .created(trial, at: "/apps/\(app)/crash-grouping/trials/\(trial.id)")
    }

    @Sendable func trial(_: Nothing, _ context: Context) async throws -> Answer<CrashTrial> {
        let app = try apps.app(try context.parameter("app"))
        let trial = try await groupings.trial(try context.parameter("trial"), of: app.id)
        return .show(context.isMasked(app) ? trial.masked() : trial)
    }
}
