import Foundation
import Logging
import Signing
import Storage

/// New groups and groups that came back: the room of crashes says so when it happens.
extension Alerts {
    /// Happenings taken up at once, and rules that speak in one step.
    private static let mostTaken = 500
    private static let mostSpeaking = 100
    /// Happenings that one alert gathers.
    private static let mostGathered = 1_000

    /// One bounded step.
    @Sendable func takeHappenings() async throws {
        while try await takeSome() == Self.mostTaken {}
        let speaking = try await database.read { try $0.rulesWithPending(limit: Self.mostSpeaking) }
        for (app, rule) in speaking {
            guard let app = apps.app(app) else { continue }
            try await gather(rule, app)
        }
    }

    /// Notes what each rule is to tell, and forgets the happenings: what no rule asks for is in the list of groups.
    private func takeSome() async throws -> Int {
        try await database.write { connection in
            let happenings = try connection.crashHappenings(limit: Self.mostTaken)
            guard !happenings.isEmpty else { return 0 }
            let rules = Dictionary(grouping: try connection.alertRules(among: [.newGroup, .regression]), by: \.app)
            for happening in happenings {
                for (_, rule) in rules[happening.app] ?? [] where rule.asks(for: happening) {
                    try connection.insertAlertPending(happening, for: rule)
                }
            }
            try connection.deleteCrashHappenings(happenings)
            return happenings.count
        }
    }

    /// All that happened since the rule last spoke becomes one alert: a release that crashes everywhere is one message, not a hundred.
    private func gather(_ id: String, _ app: App) async throws {
        try await tell(id, app) { connection, rule in
            let happenings = try connection.alertPending(app.id, rule.id, limit: Self.mostGathered)
            guard !happenings.isEmpty else { return nil }
            try connection.deleteAlertPending(app.id, rule.id, happenings.map(\.id))
            var facts = AlertFacts()
            facts.platform = rule.platform.value
            facts.groups = try connection.alertGroups(app.id, happenings.prefix(AlertFacts.mostNamed).map { ($0.group, $0.version) })
            facts.groupCount = happenings.count
            return AlertFinding(subject: "", facts: facts)
        }
    }

    /// Makes an alert of what a rule found, with its deliveries, unless its quiet time is not over.
    func tell(_ id: String, _ app: App, _ find: @escaping @Sendable (Connection, AlertRule) throws -> AlertFinding?) async throws {
        let isTold = try await database.write { [clock] connection in
            guard let rule = try connection.alertRule(app.id, id), rule.enabled else { return false }
            if rule.kind.isHappening, try !connection.mayTell(rule, of: "", app.id, at: clock.now) { return false }
            guard let finding = try find(connection, rule) else { return false }
            if !rule.kind.isHappening, try !connection.mayTell(rule, of: finding.subject, app.id, at: clock.now) { return false }
            try make(finding, rule, app, connection)
            return true
        }
        if isTold { try await refreshUnread() }
    }

    private func make(_ finding: AlertFinding, _ rule: AlertRule, _ app: App, _ connection: Connection) throws {
        let alert = Alert(id: Random.hex(8), at: clock.now, kind: rule.kind, ruleId: rule.id, ruleName: rule.name, facts: finding.facts)
        try connection.insertAlert(alert, of: app.id)
        try connection.noteAlertFired(rule, finding.subject, app.id, at: clock.now)
        for channel in try connection.alertChannels(of: app.id) where channel.enabled && rule.channels.contains(channel.id) {
            try connection.insertAlertDelivery(try delivery(of: alert, to: channel, app), of: app.id, at: clock.now, next: clock.now)
        }
        try connection.changed(.alerts)
    }
}

/// A group that is new or came back.
struct AlertHappening: Sendable {
    let app: String
    let id: String
    let at: Date
    let kind: AlertKind
    let group: String
    let version: String
    let platform: Platform?
}

extension AlertRule {
    fileprivate func asks(for happening: AlertHappening) -> Bool {
        kind == happening.kind && platform.value.map { $0 == happening.platform } ?? true && version.value.map { $0 == happening.version } ?? true
    }
}
