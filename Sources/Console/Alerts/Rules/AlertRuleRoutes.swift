import Web

/// Rules, as pages and as JSON.
struct AlertRuleRoutes: Sendable {
    let alerts: Alerts
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/alert-rules", "apps/{app}/alert-rules/{id}")
        try routes.get(all, "List the rules.", needs: .role(.viewer), view: "Alerts/rules", list)
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Alerts/newRule", new)
        try routes.post(all, "Add a rule; it is looked at within a minute.", needs: .role(.operator), form: new, add)
        let page = try routes.get(one, "A rule.", needs: .role(.viewer), view: "Alerts/rule", show)
        try routes.api(.put, one, "Change a rule; its kind stays.", needs: .role(.operator), put)
        try routes.submit(one, needs: .role(.operator), form: page, save)
        try routes.post("\(one)/pause", "Turn a rule off.", needs: .role(.operator), form: page, pause)
        try routes.post("\(one)/resume", "Turn a rule on again.", needs: .role(.operator), form: page, resume)
        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "Alerts/ruleRemoval", review)
        try routes.submit("\(one)/removal", needs: .role(.operator), form: removal, remove)
        try routes.api(.delete, one, "Remove a rule; what it found stays.", needs: .role(.operator), remove)
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<AlertRule>, AlertRulesPage> {
        let app = try apps.app(try context.parameter("app"))
        let rules = try await alerts.rules(of: app.id)
        return .show(List(items: rules, next: nil, total: rules.count)) {
            AlertRulesPage(rules, try await alerts.channels(of: app.id), mayEdit: context.mayOperate(app.id))
        }
    }

    struct NewQuery: Codable, Sendable {
        let kind: AlertKind?
    }

    @Sendable func new(_ query: NewQuery, _ context: Context) async throws -> Answer<AlertNewRulePage> {
        let app = try apps.app(try context.parameter("app"))
        let kind = query.kind ?? context.submitted?["kind"].flatMap { AlertKind(rawValue: $0) }
        let channels = try await alerts.channels(of: app.id)
        let form = kind.flatMap { AlertKind.ofRules.contains($0) ? AlertRuleForm(nil, $0, channels, app, context) : nil }
        return .show(AlertNewRulePage(kinds: AlertKind.ofRules, form: form))
    }

    @Sendable func add(_ draft: AlertRuleDraft, _ context: Context) async throws -> Answer<AlertRule> {
        let app = try apps.app(try context.parameter("app")).id
        let rule = try await alerts.add(draft, to: app, by: context.actor)
        return .created(rule, at: "/apps/\(app)/alert-rules/\(rule.id)", flash: "alerts.rule.added")
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<AlertRule, AlertRulePage> {
        let (app, id) = try named(context)
        let rule = try await alerts.rule(id, of: app.id)
        return .show(rule) {
            let form = AlertRuleForm(rule, rule.kind, try await alerts.channels(of: app.id), app, context)
            return AlertRulePage(form: form, mayEdit: context.mayOperate(app.id))
        }
    }

    @Sendable func put(_ draft: AlertRuleDraft, _ context: Context) async throws -> Answer<AlertRule> {
        let (app, id) = try named(context)
        return .show(try await alerts.edit(id, of: app.id, draft, by: context.actor))
    }

    @Sendable func save(_ draft: AlertRuleDraft, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await alerts.edit(id, of: app.id, draft, by: context.actor)
        return .done(at: "/apps/\(app.id)/alert-rules/\(id)", flash: "alerts.rule.saved")
    }

    @Sendable func pause(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await turn(on: false, context)
    }

    @Sendable func resume(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await turn(on: true, context)
    }

    private func turn(on: Bool, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await alerts.turn(id, of: app.id, on: on, by: context.actor)
        return .done(at: "/apps/\(app.id)/alert-rules/\(id)", flash: on ? "alerts.rule.resumed" : "alerts.rule.paused")
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<AlertRule> {
        let (app, id) = try named(context)
        return .show(try await alerts.rule(id, of: app.id))
    }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await alerts.removeRule(id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/alert-rules", flash: "alerts.rule.removed")
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try apps.app(try context.parameter("app")), try context.parameter("id"))
    }
}
