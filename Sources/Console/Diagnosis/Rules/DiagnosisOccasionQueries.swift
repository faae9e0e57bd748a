import Foundation
import Storage

extension Connection {
    /// Of what a rule is to speak now; a few at a time.
    func diagnosisOccasions(_ rule: DiagnosisRule, _ app: String, at now: Date) throws -> [DiagnosisOccasion] {
        let day = now.addingTimeInterval(-86_400)
        let since = max(rule.createdAt, day)
        switch rule.kind {
        case .group:
            let group = rule.group.value ?? ""
            // One that was merged counts as the one that it is in now.
            let into: SQL = "SELECT merged_into FROM crash_group WHERE app_id = \(app) AND id = \(group)"
            return try groupOccasions("(id = \(group) OR id IN (\(into)))", rule, app, since, again: day)
        case .newGroup: return try groupOccasions("created_at >= \(since)", rule, app, since, again: nil)
        case .alert: return try alertOccasions(rule, app, since)
        }
    }

    /// - Parameter again: the rule speaks of what it spoke of before then; nil for never again.
    private func groupOccasions(_ which: SQL, _ rule: DiagnosisRule, _ app: String, _ since: Date, again: Date?) throws -> [DiagnosisOccasion] {
        let recent: SQL = again.map { "at > \($0)" } ?? "1 = 1"
        return try all(
            """
            SELECT id FROM crash_group
            WHERE app_id = \(app) AND \(which) AND merged_into = '' AND last_time >= \(since) AND NOT EXISTS (
                SELECT 1 FROM diagnosis_fired
                WHERE diagnosis_fired.app_id = \(app) AND rule_id = \(rule.id) AND subject = crash_group.id AND \(recent)
            )
            ORDER BY last_time DESC, id LIMIT 5
            """
        ) { DiagnosisOccasion(subject: try $0[0], group: try $0[0]) }
    }

    private func alertOccasions(_ rule: DiagnosisRule, _ app: String, _ since: Date) throws -> [DiagnosisOccasion] {
        guard let kind = rule.alertKind.value else { return [] }
        let ids = try all(
            """
            SELECT id FROM alert WHERE app_id = \(app) AND kind = \(kind) AND at >= \(since) AND NOT EXISTS (
                SELECT 1 FROM diagnosis_fired
                WHERE diagnosis_fired.app_id = \(app) AND diagnosis_fired.rule_id = \(rule.id) AND subject = 'alert ' || alert.id
            )
            ORDER BY at, id LIMIT 5
            """
        ) { try $0[0] as String }
        return try ids.compactMap { try alert(app, $0) }.map { alert in
            DiagnosisOccasion(
                subject: "alert \(alert.id)",
                group: alert.facts.groups.first?.id,
                platform: alert.facts.platform,
                version: alert.facts.version
            )
        }
    }

    // MARK: devices

    /// Those that were hit last, each followed by one that is like it and was not. None that a rule asks already.
    func diagnosisDevices(for rule: DiagnosisRule, _ occasion: DiagnosisOccasion, _ app: String, at now: Date) throws -> [DiagnosisAsked] {
        var (asked, healthy): ([DiagnosisAsked], Int) = ([], 0)
        for hit in try hitDevices(occasion, app, since: now.addingTimeInterval(-7 * 86_400), limit: rule.affected) {
            asked.append(DiagnosisAsked(device: hit.device, platform: hit.platform, time: hit.time, isHit: true))
            guard healthy < rule.healthy, let other = try spared(like: hit, occasion, app, besides: asked.map(\.device), at: now) else { continue }
            asked.append(DiagnosisAsked(device: other, platform: hit.platform, time: hit.time, isHit: false))
            healthy += 1
        }
        return asked
    }

    private func hitDevices(_ occasion: DiagnosisOccasion, _ app: String, since: Date, limit: Int) throws -> [DiagnosisHit] {
        var conditions: [SQL] = [
            "c.app_id = \(app)", "c.device <> ''", "c.time >= \(since)",
            "NOT EXISTS (SELECT 1 FROM \(Self.askedByRule) AND p.app_id = \(app) AND p.device = c.device AND p.device BETWEEN c.device AND c.device)",
        ]
        if let group = occasion.group {
            conditions.append("a.group_id IN (SELECT id FROM crash_group WHERE app_id = \(app) AND (id = \(group) OR merged_into = \(group)))")
        } else {
            conditions.append("c.handled = 0")
        }
        if let platform = occasion.platform { conditions.append("c.platform = \(platform)") }
        if let version = occasion.version { conditions.append("c.version = \(version)") }
        return try all(
            """
            SELECT device, platform, at, version, model FROM (
                SELECT c.device, c.platform, c.time AS at, c.version, c.model,
                    row_number() OVER (PARTITION BY c.device, c.platform ORDER BY c.time DESC, c.id DESC) AS place
                FROM crash c LEFT JOIN crash_analysis a ON a.app_id = c.app_id AND a.crash_id = c.id
                WHERE \(SQL.all(conditions))
            ) AS hit WHERE place = 1 ORDER BY at DESC, device LIMIT \(limit)
            """
        ) { DiagnosisHit(device: try $0[0], platform: try $0[1], time: try $0[2], version: try $0[3], model: try $0[4]) }
    }

    /// A device of the same platform and version, of the same model if there is one, that was there within three days and had no crash of the group.
    private func spared(like hit: DiagnosisHit, _ occasion: DiagnosisOccasion, _ app: String, besides: [String], at now: Date) throws -> String? {
        let today = now.milliseconds / 86_400_000
        let crashed: SQL =
            occasion.group.map { "SELECT device FROM crash_group_device WHERE app_id = \(app) AND group_id = \($0)" }
            ?? "SELECT device FROM crash WHERE app_id = \(app) AND time >= \(now.addingTimeInterval(-7 * 86_400))"
        return try value(
            """
            SELECT device FROM device
            WHERE app_id = \(app) AND last_day >= \(today - 3) AND platform = \(hit.platform) AND version = \(hit.version) AND device <> ''
                AND device NOT IN (\(SQL.list(besides))) AND device NOT IN (\(crashed))
                AND NOT EXISTS (
                    SELECT 1 FROM \(Self.askedByRule) AND p.app_id = \(app) AND p.device = device.device
                        AND p.device BETWEEN device.device AND device.device
                )
            ORDER BY CASE WHEN model = \(hit.model) THEN 0 ELSE 1 END, last_time DESC, device LIMIT 1
            """
        )
    }

    /// Devices that a rule asks, and that can still answer. Asked for one device by BETWEEN beside `=`: see `diagnosesTold`.
    private static var askedByRule: SQL {
        """
        diagnosis_part p JOIN diagnosis_task t ON t.app_id = p.app_id AND t.id = p.task_id
        WHERE t.rule_id <> '' AND p.state IN ('pending', 'delivered', 'uploading')
        """
    }
}

private struct DiagnosisHit {
    let device: String
    let platform: Platform
    let time: Date
    let version: String
    let model: String
}
