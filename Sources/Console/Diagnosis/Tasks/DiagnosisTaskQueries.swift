import Foundation
import Storage
import Web

/// Which tasks a list shows.
struct DiagnosisFilter: Sendable {
    /// A user or a device, exactly.
    var who = ""
    var state: DiagnosisState?
    var platform: Platform?

    fileprivate func condition(_ app: String) -> SQL {
        // BETWEEN: see `diagnosesTold`.
        let device: SQL = "SELECT task_id FROM diagnosis_part WHERE app_id = \(app) AND device BETWEEN \(who) AND \(who)"
        let conditions: [SQL?] = [
            "app_id = \(app)", state.map { "state = \($0)" }, platform.map { "platform = \($0)" },
            who.isEmpty ? nil : "user_id = \(who) OR device = \(who) OR id IN (\(device))",
        ]
        return .all(conditions.compactMap { $0 })
    }
}

extension Connection {
    func insertDiagnosisTask(_ plan: DiagnosisPlan, _ made: DiagnosisMade, state: DiagnosisState, expires: Date) throws {
        try run(
            """
            INSERT INTO diagnosis_task (app_id, id, user_id, device, platform, from_at, to_at, network, channel, description, consent, state,
                public_url, rule_id, subject, created_at, created_by, asked_id, expires_at)
            VALUES (\(made.app), \(made.id), \(plan.user), \(plan.device), \(plan.platform), \(plan.from), \(plan.to), \(plan.network),
                \(plan.channel), \(plan.description), \(plan.consent), \(state), \(made.publicURL), \(plan.rule), \(plan.subject), \(made.at), \(made.by),
                \(made.person), \(expires))
            """
        )
    }

    /// Newest first, with their parts.
    func diagnosisTasks(_ app: String, _ filter: DiagnosisFilter, before last: Cursor?, limit: Int) throws -> [DiagnosisTask] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        let tasks = try all(
            "\(Self.diagnosisTaskColumns) WHERE \(filter.condition(app)) AND \(rest) ORDER BY created_at DESC, id DESC LIMIT \(limit)",
            DiagnosisTask.init
        )
        let parts = Dictionary(grouping: try diagnosisParts(app, of: tasks.map(\.id)), by: \.task)
        return tasks.map { task in
            var task = task
            task.parts = parts[task.id]?.map(\.part) ?? []
            return task
        }
    }

    func countDiagnosisTasks(_ app: String, _ filter: DiagnosisFilter) throws -> Int {
        try value("SELECT count(*) FROM diagnosis_task WHERE \(filter.condition(app))") ?? 0
    }

    func diagnosisTask(_ app: String, _ id: String) throws -> DiagnosisTask? {
        guard var task = try first("\(Self.diagnosisTaskColumns) WHERE app_id = \(app) AND id = \(id)", DiagnosisTask.init) else { return nil }
        task.parts = try diagnosisParts(app, of: [id]).map(\.part)
        return task
    }

    private static var diagnosisTaskColumns: SQL {
        """
        SELECT id, user_id, device, platform, from_at, to_at, network, channel, description, consent, state, rule_id, subject, created_at, created_by,
            decided_at, decided_by, reason, expires_at
        FROM diagnosis_task
        """
    }

    /// Who made it, by id of the account.
    func diagnosisAsker(_ app: String, _ id: String) throws -> String? {
        try value("SELECT asked_id FROM diagnosis_task WHERE app_id = \(app) AND id = \(id)")
    }

    func countOpenDiagnosisTasks(_ app: String) throws -> Int {
        try value("SELECT count(*) FROM diagnosis_task WHERE app_id = \(app) AND state IN ('asked', 'pending', 'delivered', 'uploading')") ?? 0
    }

    func decideDiagnosis(_ state: DiagnosisState, _ reason: String, _ app: String, _ id: String, at now: Date, by name: String) throws {
        try run(
            """
            UPDATE diagnosis_task SET state = \(state), decided_at = \(now), decided_by = \(name), reason = \(reason)
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func prolongDiagnosis(_ app: String, _ id: String, until end: Date) throws {
        try run("UPDATE diagnosis_task SET expires_at = \(end), state = 'pending' WHERE app_id = \(app) AND id = \(id)")
    }

    /// Makes a task's state anew from its parts; the last word of every transaction that changed one of them.
    func settleDiagnosis(_ app: String, _ id: String) throws {
        guard let before = try value("SELECT state FROM diagnosis_task WHERE app_id = \(app) AND id = \(id) {for update}", as: DiagnosisState.self)
        else { return }
        // BETWEEN: see `diagnosesTold`.
        let parts = try all("SELECT state, wake FROM diagnosis_part WHERE app_id = \(app) AND task_id BETWEEN \(id) AND \(id)") {
            (state: try $0[0] as DiagnosisState, wake: try $0[1] as DiagnosisWake)
        }
        let state = DiagnosisState.of(parts, before: before)
        if state != before { try run("UPDATE diagnosis_task SET state = \(state) WHERE app_id = \(app) AND id = \(id)") }
    }

    /// Of all apps, those whose time is over while a device could still have sent.
    func overdueDiagnoses(at now: Date, limit: Int) throws -> [(app: String, id: String)] {
        try all(
            """
            SELECT app_id, id FROM diagnosis_task WHERE expires_at <= \(now) AND state IN ('asked', 'pending', 'delivered', 'uploading')
            ORDER BY expires_at LIMIT \(limit)
            """
        ) { (try $0[0], try $0[1]) }
    }

    /// One that nobody agreed to in time is declined: asking again must not pass by whoever has to agree. BETWEEN: see `diagnosesTold`.
    func expireDiagnosis(_ app: String, _ id: String, at now: Date) throws {
        try run(
            """
            UPDATE diagnosis_part SET state = 'expired', finished_at = \(now), received = 0
            WHERE app_id = \(app) AND task_id BETWEEN \(id) AND \(id) AND state IN ('pending', 'delivered', 'uploading')
            """
        )
        try run(
            """
            UPDATE diagnosis_task SET state = CASE WHEN state = 'asked' THEN 'declined' ELSE 'expired' END
            WHERE app_id = \(app) AND id = \(id) AND (state = 'asked' OR NOT EXISTS (
                SELECT 1 FROM diagnosis_part WHERE diagnosis_part.app_id = diagnosis_task.app_id AND diagnosis_part.task_id = diagnosis_task.id
            ))
            """
        )
        try settleDiagnosis(app, id)
    }

    func deleteDiagnosisTask(_ app: String, _ id: String) throws {
        try run("DELETE FROM diagnosis_part WHERE app_id = \(app) AND task_id = \(id)")
        try run("DELETE FROM diagnosis_task WHERE app_id = \(app) AND id = \(id)")
    }

    /// Of all apps, ended ones.
    func oldDiagnosisTasks(before end: Date, limit: Int) throws -> [(app: String, id: String)] {
        try all("SELECT app_id, id FROM diagnosis_task WHERE created_at < \(end) AND expires_at < \(end) ORDER BY created_at LIMIT \(limit)") {
            (try $0[0], try $0[1])
        }
    }
}

/// What is written beside the plan of a new task.
struct DiagnosisMade: Sendable {
    let app: String
    let id: String
    /// What devices call the console.
    let publicURL: String
    let at: Date
    let by: String
    /// Id of the account.
    let person: String
}

extension DiagnosisTask {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            userId: try row["user_id"],
            deviceId: try row["device"],
            platform: try row["platform"],
            from: try row["from_at"],
            to: try row["to_at"],
            network: try row["network"],
            channel: try row["channel"],
            description: try row["description"],
            consent: try row["consent"],
            state: try row["state"],
            rule: OrNull((try row["rule_id"] as String).orNil),
            subject: OrNull((try row["subject"] as String).orNil),
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            decidedAt: OrNull(try row["decided_at"]),
            decidedBy: try row["decided_by"],
            reason: try row["reason"],
            expiresAt: try row["expires_at"]
        )
    }
}
