import Foundation
import Web

/// The composer: the form of a message, with a preview that the server draws.
struct PushFormRoutes: Sendable {
    let messages: PushMessages
    let templates: PushTemplates
    let lists: PushLists
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/push-messages", "apps/{app}/push-messages/{id}")
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Push/form", new)
        try routes.submit(all, needs: .role(.operator), form: new, submit)
        try routes.submit("\(all)/preview", needs: .role(.operator), form: new, view: "Push/form", previewNew)
        let edit = try routes.page("\(one)/edit", needs: .role(.operator), view: "Push/form", edit)
        try routes.submit("\(one)/edit", needs: .role(.operator), form: edit, save)
        try routes.submit("\(one)/preview", needs: .role(.operator), form: edit, view: "Push/form", previewEdited)
    }

    struct Beginning: Codable, Sendable {
        /// Id of a template to begin with.
        let template: String?
        /// The only device it is for, as a device's page links here.
        let device: String?
    }

    @Sendable func new(_ query: Beginning, _ context: Context) async throws -> Answer<PushFormPage> {
        let app = try apps.app(try context.parameter("app"))
        if let sent = try context.submitted(as: PushFields.self) { return .show(try await form(sent, app, nil, context)) }
        var fields = PushFields.empty
        if let id = query.template?.orNil { fields = PushFields(try await templates.template(id, of: app.id).content) }
        if let device = query.device?.orNil { fields.target = PushTargetForm(PushTarget(devices: [device])) }
        return .show(try await form(fields, app, nil, context))
    }

    @Sendable func submit(_ fields: PushFields, _ context: Context) async throws -> Answer<PushMessageView> {
        let app = try apps.app(try context.parameter("app"))
        let made = try await messages.create(try fields.input, of: app, zone: context.reader.zone, by: context.actor)
        return .done(at: "/apps/\(app.id)/push-messages/\(made.id)", flash: "push.drafted", ["name": made.plan.name])
    }

    @Sendable func previewNew(_ fields: PushFields, _ context: Context) async throws -> Answer<PushFormPage> {
        .show(try await form(fields, try apps.app(try context.parameter("app")), nil, context))
    }

    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<PushFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let message = try await messages.message(try context.parameter("id"), of: app.id)
        try message.checkDraft()
        return .show(try await form(try context.submitted(as: PushFields.self) ?? PushFields(message), app, message, context))
    }

    @Sendable func save(_ fields: PushFields, _ context: Context) async throws -> Answer<PushMessageView> {
        let app = try apps.app(try context.parameter("app"))
        let id = try context.parameter("id")
        let changed = try await messages.edit(id, of: app, try fields.input, zone: context.reader.zone, by: context.actor)
        return .done(at: "/apps/\(app.id)/push-messages/\(id)", flash: "push.saved", ["name": changed.plan.name])
    }

    @Sendable func previewEdited(_ fields: PushFields, _ context: Context) async throws -> Answer<PushFormPage> {
        let app = try apps.app(try context.parameter("app"))
        let message = try await messages.message(try context.parameter("id"), of: app.id)
        return .show(try await form(fields, app, message, context))
    }

    private func form(_ fields: PushFields, _ app: App, _ message: PushMessage?, _ context: Context) async throws -> PushFormPage {
        let estimate = try await estimate(fields.shownTarget, of: app.id)
        let parts = PushFormParts(
            lists: try await lists.all(of: app.id),
            templates: message == nil ? try await templates.all(of: app.id) : [],
            estimate: estimate
        )
        return PushFormPage(fields, parts, app, message, context)
    }

    /// nil for a target that is none yet; a list or group that is not there is told of when it is saved.
    private func estimate(_ target: PushTarget?, of app: String) async throws -> PushAudienceCount? {
        guard let target else { return nil }
        do {
            return try await messages.count(target, of: app)
        } catch let problem as Problem where [.invalid, .notFound].contains(problem.kind) {
            return nil
        }
    }
}
