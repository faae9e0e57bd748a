import Foundation
import Storage
import Web

extension Connection {
    /// In order of their making.
    func diagnosisRules(_ app: String) throws -> [DiagnosisRule] {
        try all("\(Self.diagnosisRuleColumns) WHERE app_id = \(app) ORDER BY created_at, id", DiagnosisRule.init)
    }

    /// - Throws: `notFound`.
    func diagnosisRule(_ app: String, _ id: String) throws -> DiagnosisRule {
        guard let found = try first("\(Self.diagnosisRuleColumns) WHERE app_id = \(app) AND id = \(id)", DiagnosisRule.init) else {
            throw Problem.notFound
        }
        return found
    }

    func enabledDiagnosisRules() throws -> [(app: String, publicURL: String, rule: DiagnosisRule)] {
        try all("\(Self.diagnosisRuleColumns) WHERE enabled = 1 ORDER BY app_id, created_at, id") {
            (try $0["app_id"], try $0["public_url"], try DiagnosisRule($0))
        }
    }

    private static var diagnosisRuleColumns: SQL {
        """
        SELECT app_id, public_url, id, name, kind, group_id, alert_kind, affected, healthy, hours, network, channel, enabled, created_at, created_by
        FROM diagnosis_rule
        """
    }

    func insertDiagnosisRule(_ rule: DiagnosisRule, _ app: String, publicURL: String) throws {
        try run(
            """
            INSERT INTO diagnosis_rule (app_id, id, name, kind, group_id, alert_kind, affected, healthy, hours, network, channel, enabled, public_url,
                created_at, created_by)
            VALUES (\(app), \(rule.id), \(rule.name), \(rule.kind), \(rule.group.value ?? ""), \(rule.alertKind.value?.rawValue ?? ""),
                \(rule.affected), \(rule.healthy), \(rule.hours), \(rule.network), \(rule.channel), \(rule.enabled), \(publicURL),
                \(rule.createdAt), \(rule.createdBy))
            """
        )
    }

    func turnDiagnosisRule(_ app: String, _ id: String, on: Bool) throws {
        try run("UPDATE diagnosis_rule SET enabled = \(on) WHERE app_id = \(app) AND id = \(id)")
    }

    func deleteDiagnosisRule(_ app: String, _ id: String) throws {
        try run("DELETE FROM diagnosis_fired WHERE app_id = \(app) AND rule_id = \(id)")
        try run("DELETE FROM diagnosis_rule WHERE app_id = \(app) AND id = \(id)")
    }

    func hasCrashGroup(_ app: String, _ id: String) throws -> Bool {
        try value("SELECT 1 FROM crash_group WHERE app_id = \(app) AND id = \(id)", as: Int.self) != nil
    }

    // MARK: having spoken

    func noteDiagnosisFired(_ rule: DiagnosisRule, _ subject: String, _ app: String, at now: Date) throws {
        try run(
            """
            INSERT INTO diagnosis_fired (app_id, rule_id, subject, at) VALUES (\(app), \(rule.id), \(subject), \(now))
            ON CONFLICT (app_id, rule_id, subject) DO UPDATE SET at = excluded.at
            """
        )
    }

    func forgetDiagnosisFired(before end: Date) throws {
        try run("DELETE FROM diagnosis_fired WHERE at < \(end)")
    }

    /// Devices that rules of an app asked.
    func countDiagnosesByRules(_ app: String, since start: Date) throws -> Int {
        try value("SELECT count(*) FROM diagnosis_task WHERE app_id = \(app) AND created_at >= \(start) AND rule_id <> ''") ?? 0
    }
}

extension DiagnosisRule {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            name: try row["name"],
            kind: try row["kind"],
            group: OrNull((try row["group_id"] as String).orNil),
            alertKind: OrNull(AlertKind(rawValue: try row["alert_kind"])),
            affected: try row["affected"],
            healthy: try row["healthy"],
            hours: try row["hours"],
            network: try row["network"],
            channel: try row["channel"],
            enabled: try row["enabled"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"]
        )
    }
}
