import Foundation
import Signing
import Storage
import Web

/// What can be done with rules. Each verb is one transaction with its audit entry.
extension Alerts {
    /// In order of their making.
    func rules(of app: String) async throws -> [AlertRule] {
        try await database.read { try $0.alertRules(of: app) }
    }

    /// - Throws: `notFound`.
    func rule(_ id: String, of app: String) async throws -> AlertRule {
        try await database.read { try $0.existingAlertRule(app, id) }
    }

    /// - Throws: `invalid` with every field that is wrong; `conflict` when there are as many as there may be.
    @discardableResult
    func add(_ draft: AlertRuleDraft, to app: String, by actor: Actor) async throws -> AlertRule {
        guard let kind = draft.kind else { throw Problem.invalid("kind", "web.required") }
        guard AlertKind.ofRules.contains(kind) else { throw Problem.invalid("kind", "web.choice") }
        let rule = try draft.rule(Random.hex(8), kind, createdAt: clock.now, by: actor.name, at: clock.now)
        try await database.write { [audit] connection in
            guard try connection.alertRules(of: app).count < AlertRule.most else {
                throw Problem(.conflict, "alerts.rule.tooMany", ["limit": "\(AlertRule.most)"])
            }
            try connection.checkChannels(of: rule, app)
            try connection.insertAlertRule(rule, of: app)
            try audit.record(connection, by: actor, "alert.addRule", app: app, object: rule.spoken, after: rule.audited)
        }
        return rule
    }

    /// - Throws: `notFound`, `invalid` with every field that is wrong.
    @discardableResult
    func edit(_ id: String, of app: String, _ draft: AlertRuleDraft, by actor: Actor) async throws -> AlertRule {
        try await change(id, of: app, by: actor) { [clock] before in
            var draft = draft
            draft.enabled = draft.enabled ?? before.enabled
            return try draft.rule(id, before.kind, createdAt: before.createdAt, by: before.createdBy, at: clock.now)
        }
    }

    /// Says nothing until it is turned on again; what waited for its quiet time is not told.
    func turn(_ id: String, of app: String, on: Bool, by actor: Actor) async throws {
        try await change(id, of: app, by: actor) { [clock] in $0.turned(on: on, at: clock.now) }
    }

    @discardableResult
    private func change(
        _ id: String,
        of app: String,
        by actor: Actor,
        _ make: @escaping @Sendable (AlertRule) throws -> AlertRule
    ) async throws -> AlertRule {
        try await database.write { [audit] connection in
            let before = try connection.existingAlertRule(app, id)
            let after = try make(before)
            try connection.checkChannels(of: after, app)
            let (old, new) = (before.audited, after.audited)
            guard old != new else { return before }
            try connection.updateAlertRule(after, of: app)
            try audit.record(
                connection,
                by: actor,
                "alert.editRule",
                app: app,
                object: after.spoken,
                before: old.filter { new[$0.key] != $0.value },
                after: new.filter { old[$0.key] != $0.value }
            )
            return after
        }
    }

    /// What it found stays.
    /// - Throws: `notFound`.
    func removeRule(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let rule = try connection.existingAlertRule(app, id)
            try connection.deleteAlertRule(app, id)
            try audit.record(connection, by: actor, "alert.removeRule", app: app, object: rule.spoken, before: rule.audited)
        }
    }
}

extension Connection {
    fileprivate func existingAlertRule(_ app: String, _ id: String) throws -> AlertRule {
        guard let rule = try alertRule(app, id) else { throw Problem.notFound }
        return rule
    }

    /// - Throws: `invalid` for a channel that is not there.
    fileprivate func checkChannels(of rule: AlertRule, _ app: String) throws {
        let known = Set(try alertChannels(of: app).map(\.id))
        guard rule.channels.allSatisfy(known.contains) else { throw Problem.invalid("channels", "alerts.rule.channels.unknown") }
    }
}

extension AlertRule {
    /// For people who have to tell them apart.
    fileprivate var spoken: String { "\(name) (\(id))" }
}
