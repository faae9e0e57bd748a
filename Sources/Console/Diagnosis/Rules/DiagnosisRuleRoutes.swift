import Foundation
import Web

/// What an app's people decide about tasks, and rules by which the console makes some of itself.
struct DiagnosisRuleRoutes: Sendable {
    let rules: DiagnosisRules
    let apps: Apps

    private var diagnosis: Diagnosis { rules.diagnosis }

    func add(to routes: Routes) throws {
        let settings = "apps/{app}/diagnostic-settings"
        let page = try routes.get(settings, "How tasks are made and logs are kept.", needs: .role(.viewer), view: "Diagnosis/settings", option)
        try routes.api(.put, settings, "Change it; all of it is said.", needs: .role(.admin), put)
        try routes.submit(settings, needs: .role(.admin), form: page, submit)
        let (all, one) = ("apps/{app}/diagnostic-rules", "apps/{app}/diagnostic-rules/{id}")
        let list = try routes.get(all, "Rules by which the console asks devices for logs.", needs: .role(.viewer), view: "Diagnosis/rules", self.list)
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Diagnosis/newRule", new)
        try routes.post(all, "Add a rule; it is looked at every minute.", needs: .role(.operator), form: new, add)
        try routes.api(.get, one, "A rule.", needs: .role(.viewer), show)
        try routes.post("\(one)/pause", "Turn a rule off.", needs: .role(.operator), form: list, pause)
        try routes.post("\(one)/resume", "Turn a rule on again.", needs: .role(.operator), form: list, resume)
        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "Diagnosis/ruleRemoval", review)
        try routes.submit("\(one)/removal", needs: .role(.operator), form: removal, remove)
        try routes.api(.delete, one, "Remove a rule; the tasks that it made stay.", needs: .role(.operator), remove)
    }

    // MARK: settings

    @Sendable func option(_: Nothing, _ context: Context) async throws -> Reply<DiagnosisOption, DiagnosisSettingsPage> {
        let app = try app(context)
        let option = try await diagnosis.option(of: app.id)
        return .show(option) { DiagnosisSettingsPage(option, app, context) }
    }

    @Sendable func put(_ option: DiagnosisOption, _ context: Context) async throws -> Answer<DiagnosisOption> {
        let app = try app(context)
        try await diagnosis.set(option, of: app.id, by: context.actor)
        return .show(try await diagnosis.option(of: app.id))
    }

    @Sendable func submit(_ option: DiagnosisOption, _ context: Context) async throws -> Answer<Nothing> {
        let app = try app(context)
        try await diagnosis.set(option, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/diagnostic-settings", flash: "diagnosis.settings.saved")
    }

    // MARK: rules

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<DiagnosisRule>, DiagnosisRulesPage> {
        let app = try app(context)
        let found = try await rules.list(of: app.id)
        let quota = try await diagnosis.option(of: app.id).dailyQuota
        return .show(List(items: found, next: nil, total: found.count)) {
            DiagnosisRulesPage(rows: found, mayEdit: context.mayOperate(app.id), dailyQuota: quota)
        }
    }

    struct NewQuery: Codable, Sendable {
        let group: String?
    }

    @Sendable func new(_ query: NewQuery, _ context: Context) async throws -> Answer<DiagnosisRuleForm> {
        _ = try app(context)
        return .show(DiagnosisRuleForm(query, context))
    }

    @Sendable func add(_ draft: DiagnosisRuleDraft, _ context: Context) async throws -> Answer<DiagnosisRule> {
        let app = try app(context)
        try await checkApproval(context, app)
        let rule = try await rules.add(draft, to: app.id, publicURL: context.publicURL, by: context.actor)
        let (page, flash) = ("/apps/\(app.id)/diagnostic-rules", "diagnosis.rule.added")
        return .created(rule, at: context.face == .page ? page : "\(page)/\(rule.id)", flash: flash)
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<DiagnosisRule> {
        .show(try await rules.rule(try context.parameter("id"), of: try app(context).id))
    }

    @Sendable func pause(_: Nothing, _ context: Context) async throws -> Answer<Nothing> { try await turn(on: false, context) }

    @Sendable func resume(_: Nothing, _ context: Context) async throws -> Answer<Nothing> { try await turn(on: true, context) }

    private func turn(on: Bool, _ context: Context) async throws -> Answer<Nothing> {
        let app = try app(context)
        if on { try await checkApproval(context, app) }
        try await rules.turn(try context.parameter("id"), of: app.id, on: on, by: context.actor)
        return .done(at: "/apps/\(app.id)/diagnostic-rules", flash: on ? "diagnosis.rule.resumed" : "diagnosis.rule.paused")
    }

    /// Where people's tasks need a second person, nobody passes by them with a rule who could not be that person.
    /// - Throws: `forbidden`.
    private func checkApproval(_ context: Context, _ app: App) async throws {
        guard try await diagnosis.option(of: app.id).approval, !Policy.role(.releaser).admits(context.viewer, app: app.id) else { return }
        throw Problem(.forbidden, "diagnosis.rule.approval")
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<DiagnosisRule> { try await show(Nothing(), context) }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try app(context)
        try await rules.remove(try context.parameter("id"), of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/diagnostic-rules", flash: "diagnosis.rule.removed")
    }

    private func app(_ context: Context) throws -> App { try apps.app(try context.parameter("app")) }
}
