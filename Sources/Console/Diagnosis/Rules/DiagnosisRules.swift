import Foundation
import Signing
import Storage
import Web

/// What can be done with rules, and what they do. Each verb is one transaction with its audit entry.
struct DiagnosisRules: Sendable {
    let diagnosis: Diagnosis

    private var database: Database { diagnosis.database }
    private var audit: Audit { diagnosis.audit }

    /// In order of their making.
    func list(of app: String) async throws -> [DiagnosisRule] {
        try await database.read { try $0.diagnosisRules(app) }
    }

    /// - Throws: `notFound`.
    func rule(_ id: String, of app: String) async throws -> DiagnosisRule {
        try await database.read { try $0.diagnosisRule(app, id) }
    }

    /// - Parameter publicURL: what devices call the console.
    /// - Throws: `invalid` with every field that is wrong; `conflict` when there are as many as there may be.
    func add(_ draft: DiagnosisRuleDraft, to app: String, publicURL: String, by actor: Actor) async throws -> DiagnosisRule {
        let rule = try draft.rule(Random.hex(8), at: diagnosis.clock.now, by: actor.name)
        try await database.write { [audit] connection in
            guard try connection.diagnosisRules(app).count < DiagnosisRule.most else {
                throw Problem(.conflict, "diagnosis.rule.many", ["limit": "\(DiagnosisRule.most)"])
            }
            if let group = rule.group.value, try !connection.hasCrashGroup(app, group) { throw Problem.invalid("group", "diagnosis.rule.group.none") }
            try connection.insertDiagnosisRule(rule, app, publicURL: publicURL)
            try audit.record(connection, by: actor, "diagnosis.addRule", app: app, object: rule.spoken, after: rule.audited)
        }
        return rule
    }

    /// - Throws: `notFound`.
    func turn(_ id: String, of app: String, on: Bool, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let rule = try connection.diagnosisRule(app, id)
            guard rule.enabled != on else { return }
            try connection.turnDiagnosisRule(app, id, on: on)
            let (before, after) = (["enabled": "\(rule.enabled)"], ["enabled": "\(on)"])
            try audit.record(connection, by: actor, "diagnosis.editRule", app: app, object: rule.spoken, before: before, after: after)
        }
    }

    /// The tasks that it made stay.
    /// - Throws: `notFound`.
    func remove(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let rule = try connection.diagnosisRule(app, id)
            try connection.deleteDiagnosisRule(app, id)
            try audit.record(connection, by: actor, "diagnosis.removeRule", app: app, object: rule.spoken, before: rule.audited)
        }
    }

    // MARK: speaking

    /// One bounded step over the rules of all apps. Every minute, on one node.
    func tick() async throws {
        let now = diagnosis.clock.now
        for (app, publicURL, rule) in try await database.read({ try $0.enabledDiagnosisRules() }) {
            guard let app = diagnosis.apps.app(app), app.archivedAt == nil else { continue }
            let occasions = try await database.read { try $0.diagnosisOccasions(rule, app.id, at: now) }
            for occasion in occasions { try await speak(rule, of: occasion, app, publicURL, at: now) }
        }
    }

    /// Asks the devices and notes that it did in one transaction; another node's task in between makes it look again. While there is none, or the
    /// day's quota is spent, nothing is written, and the rule speaks later.
    private func speak(_ rule: DiagnosisRule, of occasion: DiagnosisOccasion, _ app: App, _ publicURL: String, at now: Date) async throws {
        guard try await !database.read({ try $0.devicesToAsk(rule, occasion, app, at: now) }).isEmpty else { return }
        try await diagnosis.change { [audit] connection in
            let devices = try connection.devicesToAsk(rule, occasion, app, at: now)
            if devices.isEmpty { return }
            try connection.noteDiagnosisFired(rule, occasion.subject, app.id, at: now)
            let end = now.addingTimeInterval(Double(try connection.diagnosisOption(app.id).lifeDays) * 86_400)
            for device in devices {
                let plan = DiagnosisPlan(
                    device: device.device,
                    platform: device.platform,
                    from: device.time.addingTimeInterval(-Double(rule.hours) * 3_600),
                    to: min(device.time.addingTimeInterval(3_600), now),
                    by: rule,
                    subject: occasion.subject,
                    description: "\(rule.name) · \(device.isHit ? "+" : "−")"
                )
                let made = DiagnosisMade(app: app.id, id: Random.hex(8), publicURL: publicURL, at: now, by: Actor.console.name, person: "")
                let task = try connection.makeDiagnosis(plan, made, .pending, expires: end)
                try audit.record(connection, by: .console, "diagnosis.createByRule", app: app.id, object: task.audited, after: task.values)
            }
        }
    }
}

extension Connection {
    /// As many as the day's quota leaves.
    fileprivate func devicesToAsk(_ rule: DiagnosisRule, _ occasion: DiagnosisOccasion, _ app: App, at now: Date) throws -> [DiagnosisAsked] {
        let left = try diagnosisOption(app.id).dailyQuota - countDiagnosesByRules(app.id, since: now.addingTimeInterval(-86_400))
        guard left > 0 else { return [] }
        return Array(try diagnosisDevices(for: rule, occasion, app.id, at: now).filter { app.platform($0.platform) != nil }.prefix(left))
    }
}

/// Something of which a rule has not spoken yet.
struct DiagnosisOccasion: Sendable {
    /// A group's id, or `alert ` and an alert's.
    let subject: String
    /// The group whose devices were hit; nil for those of a version.
    let group: String?
    var platform: Platform?
    var version: String?
}

/// A device that a rule asks.
struct DiagnosisAsked: Sendable {
    let device: String
    let platform: Platform
    /// When it, or the device that it is compared with, was hit.
    let time: Date
    let isHit: Bool
}

extension DiagnosisRule {
    /// For people who have to tell them apart.
    fileprivate var spoken: String { "\(name) (\(id))" }

    fileprivate var audited: [String: String] {
        [
            "kind": kind.rawValue, "group": group.value ?? "", "alertKind": alertKind.value?.rawValue ?? "", "affected": "\(affected)",
            "healthy": "\(healthy)", "hours": "\(hours)", "network": network.rawValue, "channel": channel.rawValue,
        ].filter { !$0.value.isEmpty }
    }
}
