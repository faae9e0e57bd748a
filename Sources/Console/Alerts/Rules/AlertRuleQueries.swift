import Foundation
import Storage
import Web

extension Connection {
    /// In order of their making; there are at most ``AlertRule/most``.
    func alertRules(of app: String) throws -> [AlertRule] {
        try alertRules("app_id = \(app)").map(\.rule)
    }

    /// Of all apps, those that are on.
    func alertRules(among kinds: [AlertKind]) throws -> [(app: String, rule: AlertRule)] {
        try alertRules("enabled = 1 AND kind IN (\(SQL.list(kinds)))")
    }

    func alertRule(_ app: String, _ id: String) throws -> AlertRule? {
        try alertRules("app_id = \(app) AND id = \(id)").first?.rule
    }

    private func alertRules(_ condition: SQL) throws -> [(app: String, rule: AlertRule)] {
        let links = try all(
            """
            SELECT app_id, rule_id, channel_id FROM alert_rule_channel
            WHERE (app_id, rule_id) IN (SELECT app_id, id FROM alert_rule WHERE \(condition)) ORDER BY app_id, rule_id, channel_id
            """
        ) { (key: "\(try $0[0] as String) \(try $0[1] as String)", channel: try $0[2] as String) }
        let channels = Dictionary(grouping: links, by: \.key).mapValues { $0.map(\.channel) }
        return try all(
            """
            SELECT app_id, id, name, kind, enabled, platform, version, percentage, factor, minimum, span, quiet_minutes, created_at, created_by,
                changed_at
            FROM alert_rule WHERE \(condition) ORDER BY app_id, created_at, id
            """
        ) { row in
            let app: String = try row["app_id"]
            return (app, try AlertRule(row, channels: channels["\(app) \(try row["id"] as String)"] ?? []))
        }
    }

    func insertAlertRule(_ rule: AlertRule, of app: String) throws {
        try run(
            """
            INSERT INTO alert_rule (app_id, id, name, kind, enabled, platform, version, percentage, factor, minimum, span, quiet_minutes, created_at,
                created_by, changed_at)
            VALUES (\(app), \(rule.id), \(rule.name), \(rule.kind), \(rule.enabled), \(rule.platform.value?.rawValue ?? ""),
                \(rule.version.value ?? ""), \(rule.percentage.value), \(rule.factor.value), \(rule.minimum.value), \(rule.span.value),
                \(rule.quietMinutes), \(rule.createdAt), \(rule.createdBy), \(rule.changedAt))
            """
        )
        try linkAlertChannels(rule, of: app)
    }

    func updateAlertRule(_ rule: AlertRule, of app: String) throws {
        try run(
            """
            UPDATE alert_rule SET name = \(rule.name), enabled = \(rule.enabled), platform = \(rule.platform.value?.rawValue ?? ""),
                version = \(rule.version.value ?? ""), percentage = \(rule.percentage.value), factor = \(rule.factor.value),
                minimum = \(rule.minimum.value), span = \(rule.span.value), quiet_minutes = \(rule.quietMinutes), changed_at = \(rule.changedAt)
            WHERE app_id = \(app) AND id = \(rule.id)
            """
        )
        try run("DELETE FROM alert_rule_channel WHERE app_id = \(app) AND rule_id = \(rule.id)")
        try linkAlertChannels(rule, of: app)
        if !rule.enabled { try forgetAlertPending(of: rule.id, app) }
    }

    private func linkAlertChannels(_ rule: AlertRule, of app: String) throws {
        for channel in rule.channels {
            try run("INSERT INTO alert_rule_channel (app_id, rule_id, channel_id) VALUES (\(app), \(rule.id), \(channel))")
        }
    }

    func deleteAlertRule(_ app: String, _ id: String) throws {
        try forgetAlertPending(of: id, app)
        try run("DELETE FROM alert_fired WHERE app_id = \(app) AND rule_id = \(id)")
        try run("DELETE FROM alert_rule WHERE app_id = \(app) AND id = \(id)")
    }

    private func forgetAlertPending(of rule: String, _ app: String) throws {
        try run("DELETE FROM alert_pending WHERE app_id = \(app) AND rule_id = \(rule)")
    }
}

extension AlertRule {
    fileprivate init(_ row: Row, channels: [String]) throws {
        self.init(
            id: try row["id"],
            name: try row["name"],
            kind: try row["kind"],
            enabled: try row["enabled"],
            platform: OrNull(Platform(rawValue: try row["platform"])),
            version: OrNull((try row["version"] as String).orNil),
            percentage: OrNull(try row["percentage"]),
            factor: OrNull(try row["factor"]),
            minimum: OrNull(try row["minimum"]),
            span: OrNull(try row["span"]),
            quietMinutes: try row["quiet_minutes"],
            channels: channels,
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            changedAt: try row["changed_at"]
        )
    }
}
