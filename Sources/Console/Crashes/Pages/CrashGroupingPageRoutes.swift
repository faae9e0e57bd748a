import Web

/// How reports are put together, as pages: what holds, trials of something else, and switching one on after its outcome was looked at.
struct CrashGroupingPageRoutes: Sendable {
    let groupings: CrashGroupings
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "apps/{app}/crash-grouping"
        let page = try routes.page(path, needs: .role(.viewer), view: "Crashes/grouping", show)
        try routes.submit("\(path)/trials", needs: .role(.operator), form: page, begin)
        let trial = try routes.page("\(path)/trials/{trial}", needs: .role(.viewer), view: "Crashes/trial", self.trial)
        try routes.submit("\(path)/trials/{trial}/application", needs: .role(.admin), form: trial, apply)
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<CrashGroupingPage> {
        let app = try apps.app(try context.parameter("app")).id
        let (setting, trials) = (try await groupings.setting(of: app), try await groupings.trials(of: app))
        return .show(CrashGroupingPage(setting, trials, waiting: try await groupings.waiting(of: app), app, context))
    }

    struct Begin: Codable, Sendable {
        let version: Int
        /// A rule on each line.
        let rules: String
    }

    @Sendable func begin(_ input: Begin, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        let setting = CrashGroupingSetting(version: input.version, rules: try CrashRuleText.read(input.rules))
        let trial = try await groupings.try(setting, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/crash-grouping/trials/\(trial.id)", flash: "crashes.trial.begun")
    }

    @Sendable func trial(_: Nothing, _ context: Context) async throws -> Answer<CrashTrialPage> {
        let app = try apps.app(try context.parameter("app"))
        let trial = try await groupings.trial(try context.parameter("trial"), of: app.id)
        let shown = context.isMasked(app) ? trial.masked() : trial
        return .show(CrashTrialPage(shown, current: try await groupings.setting(of: app.id), app.id, context))
    }

    struct Apply: Codable, Sendable {
        /// Whether stored reports are read again too.
        let again: Bool
    }

    @Sendable func apply(_ input: Apply, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        let trial = try await groupings.trial(try context.parameter("trial"), of: app)
        try await groupings.change(trial.setting, again: input.again, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/crash-grouping", flash: "crashes.grouping.saved")
    }
}
