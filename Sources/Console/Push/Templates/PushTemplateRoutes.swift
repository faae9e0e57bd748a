import Foundation
import Web

/// Templates of messages, as pages and as JSON.
struct PushTemplateRoutes: Sendable {
    let templates: PushTemplates
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/push-templates", "apps/{app}/push-templates/{id}")
        try routes.get(all, "List the templates, by name.", needs: .role(.viewer), view: "Push/templates", list)
        try routes.api(.post, all, "Save a template.", needs: .role(.operator), create)
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Push/template", new)
        try routes.submit(all, needs: .role(.operator), form: new, submit)
        try routes.submit("\(all)/preview", needs: .role(.operator), form: new, view: "Push/template", previewNew)
        try routes.api(.get, one, "One template.", needs: .role(.viewer), show)
        try routes.api(.put, one, "Change a template; messages keep what they took from it.", needs: .role(.operator), put)
        try routes.api(.delete, one, "Delete a template; messages keep what they took from it.", needs: .role(.operator), delete)
        let edit = try routes.page("\(one)/edit", needs: .role(.operator), view: "Push/template", edit)
        try routes.submit("\(one)/edit", needs: .role(.operator), form: edit, save)
        try routes.submit("\(one)/preview", needs: .role(.operator), form: edit, view: "Push/template", previewEdited)
        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "Push/templateRemoval", show)
        try routes.submit("\(one)/deletion", needs: .role(.operator), form: removal, delete)
    }

    struct ListPage: Codable, Sendable {
        let rows: [Row]
        let mayEdit: Bool

        struct Row: Codable, Sendable {
            let template: PushTemplateView
            /// With commas.
            let placeholders: String
        }
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<PushTemplateView>, ListPage> {
        let app = try apps.app(try context.parameter("app"))
        let found = try await templates.all(of: app.id).map(PushTemplateView.init)
        return .show(List(items: found, next: nil, total: found.count)) {
            let rows = found.map { ListPage.Row(template: $0, placeholders: $0.placeholders.map { "#\($0)#" }.joined(separator: ", ")) }
            return ListPage(rows: rows, mayEdit: context.mayOperate(app.id))
        }
    }

    // MARK: scripts

    @Sendable func create(_ input: PushTemplateInput, _ context: Context) async throws -> Answer<PushTemplateView> {
        let app = try apps.app(try context.parameter("app"))
        let made = try await templates.create(input, of: app.id, by: context.actor)
        return .created(PushTemplateView(made), at: "/apps/\(app.id)/push-templates/\(made.id)")
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<PushTemplateView> {
        .show(PushTemplateView(try await templates.template(try context.parameter("id"), of: try context.parameter("app"))))
    }

    @Sendable func put(_ input: PushTemplateInput, _ context: Context) async throws -> Answer<PushTemplateView> {
        let changed = try await templates.edit(try context.parameter("id"), of: try context.parameter("app"), input, by: context.actor)
        return .show(PushTemplateView(changed))
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        try await templates.delete(try context.parameter("id"), of: app, by: context.actor)
        return .done(at: "/apps/\(app)/push-templates", flash: "push.template.deleted")
    }

    // MARK: forms

    /// What `Views/Push/template` shows.
    struct TemplatePage: Codable, Sendable {
        let isNew: Bool
        let action: String
        let back: String
        let fields: PushFields
        let silent: Bool
        let look: PushLook

        init(_ fields: PushFields, _ app: App, _ id: String?) {
            let all = "/apps/\(app.id)/push-templates"
            isNew = id == nil
            action = id.map { "\(all)/\($0)" } ?? all
            back = all
            self.fields = fields
            silent = fields.silent == "true"
            look = PushLook(PushPreview(fields.shown, [:]), app: app.name)
        }
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<TemplatePage> {
        let app = try apps.app(try context.parameter("app"))
        return .show(TemplatePage(try context.submitted(as: PushFields.self) ?? .empty, app, nil))
    }

    @Sendable func previewNew(_ fields: PushFields, _ context: Context) async throws -> Answer<TemplatePage> {
        .show(TemplatePage(fields, try apps.app(try context.parameter("app")), nil))
    }

    @Sendable func submit(_ fields: PushFields, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        let made = try await templates.create(try fields.template, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/push-templates", flash: "push.template.saved", ["name": made.name])
    }

    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<TemplatePage> {
        let app = try apps.app(try context.parameter("app"))
        let template = try await templates.template(try context.parameter("id"), of: app.id)
        var fields = PushFields(template.content)
        fields.name = template.name
        return .show(TemplatePage(try context.submitted(as: PushFields.self) ?? fields, app, template.id))
    }

    @Sendable func previewEdited(_ fields: PushFields, _ context: Context) async throws -> Answer<TemplatePage> {
        .show(TemplatePage(fields, try apps.app(try context.parameter("app")), try context.parameter("id")))
    }

    @Sendable func save(_ fields: PushFields, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        let changed = try await templates.edit(try context.parameter("id"), of: app, try fields.template, by: context.actor)
        return .done(at: "/apps/\(app)/push-templates", flash: "push.template.saved", ["name": changed.name])
    }
}

extension PushFields {
    /// What was typed, as a template.
    /// - Throws: `invalid` with every field that cannot be read.
    fileprivate var template: PushTemplateInput {
        get throws {
            var reading = PushFieldsReader()
            let content = reading.content(self)
            if !reading.wrong.isEmpty { throw Problem.invalid(reading.wrong) }
            return PushTemplateInput(
                name: name,
                title: content.title,
                body: content.body,
                data: content.data,
                badge: content.badge,
                sound: content.sound,
                silent: content.silent,
                imageURL: content.imageURL,
                ttlSeconds: content.ttlSeconds,
                collapseId: content.collapseId
            )
        }
    }
}
