import Foundation
import Logging
import Storage
import Web

/// Rules about rates and numbers: looked at once a minute.
extension Alerts {
    private static let logger = Logger(label: "alerts")

    /// Every rule that is on, of every app that is not archived. One that cannot be answered in time says so in the log, and the others go on.
    @Sendable func watch() async throws {
        for (app, rule) in try await database.read({ try $0.alertRules(among: [.crashRate, .velocity, .devices]) }) {
            guard let app = apps.app(app), app.archivedAt == nil else { continue }
            do {
                try await watch(rule, app)
            } catch StorageError.tooSlow {
                Self.logger.warning("a rule took too long to look at", metadata: ["app": "\(app.id)", "rule": "\(rule.id)"])
            }
        }
    }

    /// Everything of one app, as ``watch()`` and ``takeHappenings()`` do for all.
    func watch(_ app: App) async throws {
        for rule in try await rules(of: app.id) where rule.enabled && !rule.kind.isHappening { try await watch(rule, app) }
    }

    private func watch(_ rule: AlertRule, _ app: App) async throws {
        let now = clock.now
        let findings = try await database.read { connection -> [AlertFinding] in
            switch rule.kind {
            case .crashRate: try connection.crashRates(over: rule, app, at: now)
            case .velocity: try connection.velocities(over: rule, app.id, at: now)
            case .devices: try connection.affectedDevices(over: rule, app.id, at: now)
            case .newGroup, .regression, .undelivered, .hotpatch: []
            }
        }
        for finding in findings { try await tell(rule.id, app) { _, _ in finding } }
    }
}
