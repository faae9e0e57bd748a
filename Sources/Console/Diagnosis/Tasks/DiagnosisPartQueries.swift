import Foundation
import Storage
import Web

extension Connection {
    /// - Returns: false when the device has one of this task already.
    @discardableResult
    func insertDiagnosisPart(
        _ app: String,
        _ task: String,
        _ id: String,
        device: String,
        _ platform: Platform,
        wake: DiagnosisWake,
        at now: Date
    ) throws
        -> Bool
    {
        try run(
            """
            INSERT INTO diagnosis_part (app_id, id, task_id, device, platform, state, reason, round, wake, wake_reason, created_at, received, sha256,
                log_facts)
            VALUES (\(app), \(id), \(task), \(device), \(platform), 'pending', '', 1, \(wake), '', \(now), 0, '', '')
            ON CONFLICT DO NOTHING
            """
        ) == 1
    }

    /// In the order in which they were made. By the index of tasks: see `diagnosesTold`.
    func diagnosisParts(_ app: String, of tasks: [String]) throws -> [(task: String, part: DiagnosisPart)] {
        try all(
            """
            SELECT task_id, id, device, platform, state, reason, wake, wake_reason, created_at, delivered_at, uploaded_at, finished_at, size,
                received, sha256, log_facts, CASE WHEN sealed_key IS NULL THEN 0 ELSE 1 END AS kept
            FROM diagnosis_part WHERE app_id = \(app) AND id IN (
                SELECT id FROM diagnosis_part WHERE app_id = \(app) AND task_id IN (\(SQL.list(tasks)))) ORDER BY created_at, id
            """
        ) { (try $0["task_id"], try DiagnosisPart($0)) }
    }

    /// Devices that are known to be a user's: of those that told the push service, and of those that were seen. BETWEEN: see `diagnosesTold`.
    func diagnosisDevices(of user: String, _ app: String, _ platform: Platform, limit: Int) throws -> [String] {
        try all(
            """
            SELECT device FROM (
                SELECT device, seen_at AS at FROM push_device WHERE app_id = \(app) AND user_id BETWEEN \(user) AND \(user) AND platform = \(platform)
                UNION ALL
                SELECT device, last_time AS at FROM device WHERE app_id = \(app) AND user_id = \(user) AND platform = \(platform)
            ) AS known WHERE device <> '' GROUP BY device ORDER BY max(at) DESC, device LIMIT \(limit)
            """
        ) { try $0[0] }
    }

    /// Asks all devices of a task again that have ended without a readable log.
    /// - Returns: blobs that nothing needs any more.
    func reopenDiagnosisParts(_ app: String, _ task: String, wake: DiagnosisWake) throws -> [BlobID] {
        let without: SQL = "app_id = \(app) AND task_id = \(task) AND (state IN ('failed', 'expired') OR (state = 'done' AND log IS NULL))"
        let ended = try all("SELECT id FROM diagnosis_part WHERE \(without)") { try $0[0] as String }
        let blobs = try ended.flatMap { try clearDiagnosisFiles(app, $0) }
        try run(
            """
            UPDATE diagnosis_part SET state = 'pending', reason = '', round = round + 1, wake = \(wake), wake_reason = '', delivered_at = NULL,
                uploaded_at = NULL, finished_at = NULL, size = NULL, sha256 = ''
            WHERE \(without)
            """
        )
        return blobs
    }

    /// Notes that devices were told of their tasks; in the order of ids, so that two nodes do not wait for each other. Nobody wakes them any more.
    func noteDiagnosesDelivered(_ told: [DiagnosisTold], at now: Date) throws {
        for (part, round) in told.map({ ($0.part, $0.round) }).sorted(by: { $0.0 < $1.0 }) {
            let changed = try run(
                """
                UPDATE diagnosis_part SET state = 'delivered', delivered_at = \(now), wake = CASE WHEN wake = 'waiting' THEN 'none' ELSE wake END
                WHERE app_id = \(part.app) AND id = \(part.id) AND round = \(round) AND state = 'pending'
                """
            )
            if changed == 1 { try settleDiagnosis(part.app, part.task) }
        }
    }

    /// The tasks that a device was told of, newest first, with what became of its part. With `device = …` SQLite, which has no statistics, would
    /// read all of the app by the key of the table.
    func diagnosesTold(_ device: String, _ app: String, limit: Int) throws -> [(task: String, platform: Platform, state: DiagnosisState, at: Date)] {
        try all(
            """
            SELECT task_id, platform, state, delivered_at FROM diagnosis_part
            WHERE app_id = \(app) AND device BETWEEN \(device) AND \(device) AND delivered_at IS NOT NULL
            ORDER BY delivered_at DESC, task_id LIMIT \(limit)
            """
        ) { (task: try $0[0], platform: try $0[1], state: try $0[2], at: try $0[3]) }
    }

    // MARK: waking

    func hasDiagnosisWakes() throws -> Bool {
        try value("SELECT 1 FROM \(Self.diagnosesToWake) LIMIT 1", as: Int.self) != nil
    }

    private static var diagnosesToWake: SQL {
        """
        diagnosis_part p JOIN diagnosis_task t ON t.app_id = p.app_id AND t.id = p.task_id
        WHERE p.wake = 'waiting' AND p.state = 'pending' AND t.state IN ('pending', 'delivered', 'uploading', 'uploaded')
        """
    }

    /// The oldest that are to be woken, noted as under way before anything is sent.
    func claimDiagnosisWakes(limit: Int) throws -> [(key: DiagnosisPartKey, device: String)] {
        let found = try all(
            """
            SELECT p.app_id, p.task_id, p.id, p.device FROM \(Self.diagnosesToWake) ORDER BY p.created_at, p.id LIMIT \(limit)
            """
        ) { (key: DiagnosisPartKey(app: try $0[0], task: try $0[1], id: try $0[2]), device: try $0[3] as String) }
        for (key, _) in found { try run("UPDATE diagnosis_part SET wake = 'sending' WHERE app_id = \(key.app) AND id = \(key.id)") }
        return found
    }

    func noteDiagnosisWoken(_ key: DiagnosisPartKey, _ wake: DiagnosisWake, _ reason: String) throws {
        try run(
            "UPDATE diagnosis_part SET wake = \(wake), wake_reason = \(reason) WHERE app_id = \(key.app) AND id = \(key.id) AND wake = 'sending'"
        )
        try settleDiagnosis(key.app, key.task)
    }

    // MARK: files

    /// Forgets what a device sent, with the key that opens it.
    /// - Returns: blobs that nothing needs any more: rows first, blobs after.
    func clearDiagnosisFiles(_ app: String, _ part: String) throws -> [BlobID] {
        let pieces = try all("SELECT blob FROM diagnosis_piece WHERE app_id = \(app) AND part_id = \(part)") { try $0[0] as BlobID }
        let log = try value("SELECT log FROM diagnosis_part WHERE app_id = \(app) AND id = \(part) AND log IS NOT NULL", as: BlobID.self)
        try run("DELETE FROM diagnosis_piece WHERE app_id = \(app) AND part_id = \(part)")
        try run(
            """
            UPDATE diagnosis_part SET sealed_key = NULL, log = NULL, log_size = NULL, log_index = NULL, log_facts = '', received = 0
            WHERE app_id = \(app) AND id = \(part)
            """
        )
        return pieces + (log.map { [$0] } ?? [])
    }

    /// Of all apps, those of which something is here that is no longer to be kept, or of a part that has ended without a file.
    func idleDiagnosisParts(_ app: String, uploadedBefore end: Date, limit: Int) throws -> [String] {
        try all(
            """
            SELECT id FROM diagnosis_part
            WHERE app_id = \(app) AND sealed_key IS NOT NULL AND (uploaded_at < \(end) OR state = 'expired') LIMIT \(limit)
            """
        ) { try $0[0] }
    }

    func diagnosisParts(_ app: String, ofTask task: String) throws -> [String] {
        try all("SELECT id FROM diagnosis_part WHERE app_id = \(app) AND task_id = \(task)") { try $0[0] }
    }
}

/// Which part of which task.
struct DiagnosisPartKey: Hashable, Sendable, Comparable {
    let app: String
    let task: String
    let id: String

    static func < (left: Self, right: Self) -> Bool { (left.app, left.task, left.id) < (right.app, right.task, right.id) }
}

extension DiagnosisPart {
    fileprivate init(_ row: Row) throws {
        let facts: String = try row["log_facts"]
        self.init(
            id: try row["id"],
            device: try row["device"],
            platform: try row["platform"],
            state: try row["state"],
            reason: try row["reason"],
            wake: try row["wake"],
            wakeReason: try row["wake_reason"],
            createdAt: try row["created_at"],
            deliveredAt: OrNull(try row["delivered_at"]),
            uploadedAt: OrNull(try row["uploaded_at"]),
            finishedAt: OrNull(try row["finished_at"]),
            size: OrNull(try row["size"]),
            received: try row["received"],
            sha256: try row["sha256"],
            log: OrNull(facts.isEmpty ? nil : try JSONDecoder().decode(DiagnosisLogFacts.self, from: Data(facts.utf8))),
            isKept: try row["kept"]
        )
    }
}
