import Foundation
import Signing
import Storage
import Web

/// The templates of an app. Each verb is one transaction with its audit entry. A message keeps what it took from a template, whatever becomes of
/// that.
struct PushTemplates: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock

    /// In order of names.
    func all(of app: String) async throws -> [PushTemplate] {
        try await database.read { try $0.pushTemplates(app) }
    }

    /// - Throws: `notFound`.
    func template(_ id: String, of app: String) async throws -> PushTemplate {
        try await database.read { try $0.pushTemplate(app, id) }
    }

    /// - Throws: `invalid`; `conflict` when the app has as many as it may.
    func create(_ input: PushTemplateInput, of app: String, by actor: Actor) async throws -> PushTemplate {
        let ((name, content), now) = (try input.checked(), clock.now)
        let template = PushTemplate(id: Random.hex(8), name: name, content: content, createdAt: now, createdBy: actor.name, changedAt: now)
        try await database.write { connection in
            guard try connection.pushTemplates(app).count < PushRules.mostTemplates else {
                throw Problem(.conflict, "push.template.many", ["limit": "\(PushRules.mostTemplates)"])
            }
            try checkName(connection, name, template.id, of: app)
            try connection.insertPushTemplate(template, app)
            try audit.record(connection, by: actor, "push.templateCreate", app: app, object: template.audited, after: template.values)
        }
        return template
    }

    /// - Throws: `invalid`, `notFound`.
    func edit(_ id: String, of app: String, _ input: PushTemplateInput, by actor: Actor) async throws -> PushTemplate {
        let ((name, content), now) = (try input.checked(), clock.now)
        return try await database.write { connection in
            let before = try connection.pushTemplate(app, id)
            try checkName(connection, name, id, of: app)
            try connection.setPushTemplate(name, content, app, id, at: now)
            let after = try connection.pushTemplate(app, id)
            try audit.record(connection, by: actor, "push.templateEdit", app: app, object: after.audited, before: before.values, after: after.values)
            return after
        }
    }

    /// - Throws: `notFound`.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { connection in
            let template = try connection.pushTemplate(app, id)
            try connection.deletePushTemplate(app, id)
            try audit.record(connection, by: actor, "push.templateDelete", app: app, object: template.audited, before: template.values)
        }
    }

    private func checkName(_ connection: Connection, _ name: String, _ id: String, of app: String) throws {
        let isTaken = try connection.pushTemplates(app).contains { $0.name == name && $0.id != id }
        if isTaken { throw Problem.invalid("name", "push.template.taken") }
    }
}

extension PushTemplate {
    fileprivate var audited: String { "\(name.prefix(60)) (\(id))" }

    fileprivate var values: [String: String] {
        let fields = ["name": name, "title": content.title, "body": content.body, "silent": content.silent ? "true" : ""]
        return fields.filter { !$0.value.isEmpty }.mapValues { $0.shortened(to: 500) }
    }
}
