import Foundation
import Storage
import Web

extension Connection {
    func insertAlert(_ alert: Alert, of app: String) throws {
        try run(
            """
            INSERT INTO alert (app_id, id, at, kind, rule_id, rule_name, facts, read_at, read_by)
            VALUES (\(app), \(alert.id), \(alert.at), \(alert.kind), \(alert.ruleId), \(alert.ruleName), \(try AlertFactsText.write(alert.facts)),
                \(alert.readAt), \(alert.readBy))
            """
        )
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func alerts(of app: String, _ filter: AlertFilter, before last: Cursor?, limit: Int) throws -> [Alert] {
        let rest: SQL = last.map { "(at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all("\(Self.alertColumns) WHERE \(filter.condition(app)) AND \(rest) ORDER BY at DESC, id DESC LIMIT \(limit)", Alert.init)
    }

    func countAlerts(of app: String, _ filter: AlertFilter) throws -> Int {
        try value("SELECT count(*) FROM alert WHERE \(filter.condition(app))") ?? 0
    }

    func alert(_ app: String, _ id: String) throws -> Alert? {
        try first("\(Self.alertColumns) WHERE app_id = \(app) AND id = \(id)", Alert.init)
    }

    private static var alertColumns: SQL { "SELECT id, at, kind, rule_id, rule_name, facts, read_at, read_by FROM alert" }

    /// - Parameter id: nil for all up to a time.
    /// - Returns: how many were unread before.
    func readAlerts(of app: String, _ id: String?, upTo end: Date, at time: Date, by name: String) throws -> Int {
        let which: SQL = id.map { "id = \($0)" } ?? "at <= \(end)"
        return try run("UPDATE alert SET read_at = \(time), read_by = \(name) WHERE app_id = \(app) AND read_at IS NULL AND \(which)")
    }

    /// By app; those without any are absent.
    func unreadAlerts() throws -> [String: Int] {
        let rows = try all("SELECT app_id, count(*) FROM alert WHERE read_at IS NULL GROUP BY app_id") { (try $0[0] as String, try $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// All of an app.
    func deleteAlerts(of app: String) throws {
        for table in ["alert_delivery", "alert", "alert_pending", "alert_fired", "alert_rule", "alert_channel"] as [SQL] {
            try run("DELETE FROM \(table) WHERE app_id = \(app)")
        }
    }

    /// Deletes alerts and deliveries made before a time, at most so many of each.
    /// - Returns: whether that was all.
    func deleteAlerts(before end: Date, limit: Int) throws -> Bool {
        let alerts = try run("DELETE FROM alert WHERE (app_id, id) IN (SELECT app_id, id FROM alert WHERE at < \(end) LIMIT \(limit))")
        let deliveries = try run(
            """
            DELETE FROM alert_delivery WHERE (app_id, id) IN (
                SELECT app_id, id FROM alert_delivery WHERE created_at < \(end) AND next_at IS NULL LIMIT \(limit)
            )
            """
        )
        return alerts < limit && deliveries < limit
    }
}

extension AlertFilter {
    fileprivate func condition(_ app: String) -> SQL {
        let unread: SQL? = unread ? "read_at IS NULL" : nil
        return .all(["app_id = \(app)"] + [kind.map { "kind = \($0)" }, unread].compactMap { $0 })
    }
}

/// Facts as they are stored.
private enum AlertFactsText {
    static func write(_ facts: AlertFacts) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(facts), as: UTF8.self)
    }

    static func read(_ text: String) throws -> AlertFacts { try JSONDecoder().decode(AlertFacts.self, from: Data(text.utf8)) }
}

extension Alert {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            at: try row["at"],
            kind: try row["kind"],
            ruleId: try row["rule_id"],
            ruleName: try row["rule_name"],
            facts: try AlertFactsText.read(try row["facts"]),
            readAt: try row["read_at"],
            readBy: try row["read_by"]
        )
    }
}
