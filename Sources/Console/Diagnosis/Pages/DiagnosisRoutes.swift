import Foundation
import Web

/// Tasks, as pages and as JSON (统计分析 - 诊断).
struct DiagnosisRoutes: Sendable {
    let diagnosis: Diagnosis
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/diagnostics", "apps/{app}/diagnostics/{id}")
        try routes.get(
            all,
            "List tasks, newest first.",
            needs: .role(.viewer),
            view: "Diagnosis/list",
            menu: .under(.analysis, "diagnosis.menu"),
            list
        )
        let person = "What is known of a user's devices, or of a device, for who wants to ask them for logs."
        try routes.get("\(all)/person", person, needs: .role(.viewer), view: "Diagnosis/person", self.person)
        let form = try routes.page("\(all)/new", needs: .role(.operator), view: "Diagnosis/form", new)
        let making = "Ask a user's devices, or a device, for their logs of some hours. `from` and `to` as elsewhere; they become whole hours."
        try routes.post(all, making, needs: .role(.operator), form: form, create)
        let bulk = try routes.page("\(all)/bulk", needs: .role(.operator), view: "Diagnosis/form", newBulk)
        let many = "The same for up to \(DiagnosisLimits.bulk) users or devices: one a line in `ids`."
        try routes.post("\(all)/bulk", many, needs: .role(.operator), form: bulk, createBulk)
        let page = try routes.get(
            one,
            "A task, with what each device was asked and what came of it.",
            needs: .role(.viewer),
            view: "Diagnosis/task",
            show
        )
        let again = "Ask devices once more that failed, let the time go by, or sent what cannot be read; logs that are here stay."
        try routes.post("\(one)/resend", again, needs: .role(.operator), form: page, resend)
        let agreeing = "Agree to a task that another person made."
        try routes.post("\(one)/approval", agreeing, needs: .role(.releaser), form: page, approve)
        try routes.post("\(one)/refusal", "Decline a task, or take one's own back.", needs: .role(.operator), form: page, decline)
        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "Diagnosis/removal", review)
        try routes.submit("\(one)/removal", needs: .role(.operator), form: removal, delete)
        try routes.api(.delete, one, "Delete a task with all that devices sent for it.", needs: .role(.operator), delete)
    }

    struct Query: Codable, Sendable {
        /// A user or a device, exactly.
        let q: String?
        let state: DiagnosisState?
        let platform: Platform?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<DiagnosisTask>, DiagnosisListPage> {
        let app = try app(context)
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = DiagnosisFilter(who: query.q ?? "", state: query.state, platform: query.platform)
        let found = try await diagnosis.list(of: app.id, filter, place)
        let list = context.isMasked(app) ? found.map { $0.masked() } : found
        return .show(list) { DiagnosisListPage(query, list, place, app, context) }
    }

    struct Who: Codable, Sendable {
        let user: String?
        let device: String?
        let platform: Platform?
    }

    @Sendable func person(_ query: Who, _ context: Context) async throws -> Reply<DiagnosisPerson, DiagnosisPersonPage> {
        let app = try app(context)
        let found = try await diagnosis.person(user: query.user ?? "", device: query.device ?? "", of: app.id)
        let person = context.isMasked(app) ? found.masked() : found
        return .show(person) { DiagnosisPersonPage(query, person, app, context) }
    }

    // MARK: making

    @Sendable func new(_ query: Who, _ context: Context) async throws -> Answer<DiagnosisFormPage> {
        let app = try app(context)
        return .show(DiagnosisFormPage(query, isBulk: false, try await diagnosis.option(of: app.id), app, context))
    }

    @Sendable func newBulk(_ query: Who, _ context: Context) async throws -> Answer<DiagnosisFormPage> {
        let app = try app(context)
        return .show(DiagnosisFormPage(query, isBulk: true, try await diagnosis.option(of: app.id), app, context))
    }

    @Sendable func create(_ input: NewDiagnosis, _ context: Context) async throws -> Answer<DiagnosisTask> {
        let app = try app(context)
        let option = try await diagnosis.option(of: app.id)
        let plan = try DiagnosisPlan(input, for: app, option, context.reader)
        let made = try await diagnosis.create([plan], of: app, publicURL: context.publicURL, by: context.actor, context.diagnosisPerson)
        guard let task = made.first else { throw Problem.notFound }
        let flash = task.state == .asked ? "diagnosis.made.asked" : task.parts.isEmpty ? "diagnosis.made.unknown" : "diagnosis.made"
        return .created(task, at: "/apps/\(app.id)/diagnostics/\(task.id)", flash: flash)
    }

    @Sendable func createBulk(_ input: NewDiagnoses, _ context: Context) async throws -> Answer<List<DiagnosisTask>> {
        let app = try app(context)
        let option = try await diagnosis.option(of: app.id)
        let plans = try input.each().map { new in
            do {
                return try DiagnosisPlan(new, for: app, option, context.reader)
            } catch let problem as Problem {
                throw problem.renamed { $0 == "userId" || $0 == "deviceId" ? "ids" : $0 }
            }
        }
        let made = try await diagnosis.create(plans, of: app, publicURL: context.publicURL, by: context.actor, context.diagnosisPerson)
        let list = List(items: made, next: nil, total: made.count)
        return .created(list, at: "/apps/\(app.id)/diagnostics", flash: "diagnosis.made.many", ["count": "\(made.count)"])
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<DiagnosisTask, DiagnosisTaskPage> {
        let (app, found) = try await named(context)
        let task = context.isMasked(app) ? found.masked() : found
        return .show(task) { DiagnosisTaskPage(task, hidesUser: task.userId != found.userId, app, context) }
    }

    @Sendable func resend(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, task) = try await named(context)
        try await diagnosis.resend(task.id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/diagnostics/\(task.id)", flash: "diagnosis.resent")
    }

    /// - Throws: `forbidden` for a token that belongs to nobody: it is no second person.
    @Sendable func approve(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, task) = try await named(context)
        guard let person = context.viewer?.account else { throw Problem(.forbidden, "diagnosis.approval.nobody") }
        try await diagnosis.approve(task.id, of: app.id, by: context.actor, person)
        return .done(at: "/apps/\(app.id)/diagnostics/\(task.id)", flash: "diagnosis.approved")
    }

    struct Refusal: Codable, Sendable {
        let reason: String?
    }

    @Sendable func decline(_ input: Refusal, _ context: Context) async throws -> Answer<Nothing> {
        let (app, task) = try await named(context)
        try await diagnosis.decline(task.id, of: app.id, because: input.reason ?? "", by: context.actor, context.diagnosisPerson)
        return .done(at: "/apps/\(app.id)/diagnostics/\(task.id)", flash: "diagnosis.declined")
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<DiagnosisTask> {
        let (app, task) = try await named(context)
        return .show(context.isMasked(app) ? task.masked() : task)
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, task) = try await named(context)
        try await diagnosis.delete(task.id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/diagnostics", flash: "diagnosis.deleted")
    }

    private func app(_ context: Context) throws -> App { try apps.app(try context.parameter("app")) }

    private func named(_ context: Context) async throws -> (App, DiagnosisTask) {
        let app = try app(context)
        return (app, try await diagnosis.task(try context.parameter("id"), of: app.id))
    }
}

extension Context {
    /// Who makes a task: the account, or the token that belongs to nobody.
    fileprivate var diagnosisPerson: String { viewer?.account ?? actor.id }
}
