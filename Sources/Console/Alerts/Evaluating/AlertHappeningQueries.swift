import Foundation
import Storage
import Web

extension Connection {
    /// Of all apps, in the order in which they happened in each.
    func crashHappenings(limit: Int) throws -> [AlertHappening] {
        try all(
            """
            SELECT crash_happening.app_id, crash_happening.id, crash_happening.at, crash_happening.kind, crash_happening.group_id,
                crash_happening.version, crash_group.platform
            FROM crash_happening
            LEFT JOIN crash_group ON crash_group.app_id = crash_happening.app_id AND crash_group.id = crash_happening.group_id
            ORDER BY crash_happening.app_id, crash_happening.id LIMIT \(limit)
            """
        ) { row in
            AlertHappening(
                app: try row[0],
                id: try row[1],
                at: try row[2],
                kind: try row[3] as String == "new" ? .newGroup : .regression,
                group: try row[4],
                version: try row[5],
                platform: (try row[6] as String?).flatMap { Platform(rawValue: $0) }
            )
        }
    }

    func deleteCrashHappenings(_ happenings: [AlertHappening]) throws {
        for (app, happenings) in Dictionary(grouping: happenings, by: \.app) {
            for ids in happenings.map(\.id).inPieces {
                try run("DELETE FROM crash_happening WHERE app_id = \(app) AND id IN (\(SQL.list(ids)))")
            }
        }
    }

    func insertAlertPending(_ happening: AlertHappening, for rule: AlertRule) throws {
        try run(
            """
            INSERT INTO alert_pending (app_id, rule_id, id, at, group_id, version)
            VALUES (\(happening.app), \(rule.id), \(happening.id), \(happening.at), \(happening.group), \(happening.version)) ON CONFLICT DO NOTHING
            """
        )
    }

    func rulesWithPending(limit: Int) throws -> [(app: String, rule: String)] {
        try all("SELECT DISTINCT app_id, rule_id FROM alert_pending ORDER BY app_id, rule_id LIMIT \(limit)") { (try $0[0], try $0[1]) }
    }

    /// Oldest first.
    func alertPending(_ app: String, _ rule: String, limit: Int) throws -> [(id: String, group: String, version: String)] {
        try all("SELECT id, group_id, version FROM alert_pending WHERE app_id = \(app) AND rule_id = \(rule) ORDER BY at, id LIMIT \(limit)") {
            (try $0[0], try $0[1], try $0[2])
        }
    }

    func deleteAlertPending(_ app: String, _ rule: String, _ ids: [String]) throws {
        for ids in ids.inPieces { try run("DELETE FROM alert_pending WHERE app_id = \(app) AND rule_id = \(rule) AND id IN (\(SQL.list(ids)))") }
    }

    /// Whether a rule has not spoken of something within its quiet time.
    func mayTell(_ rule: AlertRule, of subject: String, _ app: String, at time: Date) throws -> Bool {
        let last: Date? = try value("SELECT at FROM alert_fired WHERE app_id = \(app) AND rule_id = \(rule.id) AND subject = \(subject)")
        return last.map { time.timeIntervalSince($0) >= Double(rule.quietMinutes) * 60 } ?? true
    }

    /// Subjects of which a rule spoke so long ago that it does not matter any more go with the first one noted.
    func noteAlertFired(_ rule: AlertRule, _ subject: String, _ app: String, at time: Date) throws {
        let end = time.addingTimeInterval(-Double(rule.quietMinutes) * 60)
        try run("DELETE FROM alert_fired WHERE app_id = \(app) AND rule_id = \(rule.id) AND at < \(end)")
        try run(
            """
            INSERT INTO alert_fired (app_id, rule_id, subject, at) VALUES (\(app), \(rule.id), \(subject), \(time))
            ON CONFLICT (app_id, rule_id, subject) DO UPDATE SET at = excluded.at
            """
        )
    }

    /// Groups by name, in this order; of one that was merged meanwhile it is the one it was.
    func alertGroups(_ app: String, _ groups: [(id: String, version: String)]) throws -> [AlertFacts.Group] {
        let rows = try all("SELECT id, title FROM crash_group WHERE app_id = \(app) AND id IN (\(SQL.list(groups.map(\.id))))") {
            (try $0[0] as String, try $0[1] as String)
        }
        let titles = Dictionary(uniqueKeysWithValues: rows)
        return groups.map { AlertFacts.Group(id: $0.id, title: titles[$0.id] ?? "", version: $0.version) }
    }
}
