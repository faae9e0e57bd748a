import Foundation
import Storage

extension Connection {
    /// Also one that was lost: its job may be started again by hand.
    private static var isToBeRead: SQL { "(state = 'uploaded' OR (state = 'failed' AND reason = 'lost'))" }

    /// - Returns: nil when there is nothing to read any more.
    func diagnosisReading(_ work: DiagnosisWork) throws -> DiagnosisOrder? {
        try first(
            """
            SELECT t.from_at, p.uploaded_at, p.zone_offset
            FROM (SELECT * FROM diagnosis_part WHERE \(Self.isToBeRead)) AS p
            JOIN diagnosis_task t ON t.app_id = p.app_id AND t.id = p.task_id
            WHERE p.app_id = \(work.app) AND p.id = \(work.part) AND p.round = \(work.round) AND p.sealed_key IS NOT NULL
            """
        ) { DiagnosisOrder(from: try $0[0], uploadedAt: try $0[1], zoneOffset: try $0[2]) }
    }

    /// - Returns: false when the device was asked again, or the file is no longer kept.
    func diagnosisWasRead(_ work: DiagnosisWork, _ log: DiagnosisLogMade, at now: Date) throws -> Bool {
        let facts = String(decoding: try JSONEncoder().encode(log.facts), as: UTF8.self)
        let changed = try run(
            """
            UPDATE diagnosis_part SET state = 'done', reason = '', finished_at = \(now), log = \(log.blob), log_size = \(log.size),
                log_index = \(log.index), log_facts = \(facts)
            WHERE app_id = \(work.app) AND id = \(work.part) AND round = \(work.round) AND \(Self.isToBeRead) AND sealed_key IS NOT NULL
            """
        )
        try settleDiagnosis(work.app, work.task)
        return changed == 1
    }

    /// The file stays as it was sent.
    func diagnosisWasNotRead(_ work: DiagnosisWork, _ reason: DiagnosisRefusal, at now: Date) throws {
        try run(
            """
            UPDATE diagnosis_part SET state = 'done', reason = \(reason.rawValue), finished_at = \(now)
            WHERE app_id = \(work.app) AND id = \(work.part) AND round = \(work.round) AND \(Self.isToBeRead)
            """
        )
        try settleDiagnosis(work.app, work.task)
    }

    /// It could not be read, for reasons of the console's own.
    func diagnosisWasLost(_ work: DiagnosisWork, at now: Date) throws {
        try run(
            """
            UPDATE diagnosis_part SET state = 'failed', reason = 'lost', finished_at = \(now)
            WHERE app_id = \(work.app) AND id = \(work.part) AND round = \(work.round) AND state = 'uploaded'
            """
        )
        try settleDiagnosis(work.app, work.task)
    }

    /// Of all apps, those whose file is no longer kept, and those that have waited long while no job is at them or will be.
    func unreadDiagnoses(uploadedBefore end: Date, limit: Int) throws -> [DiagnosisWork] {
        try all(
            """
            SELECT app_id, task_id, id, round FROM diagnosis_part
            WHERE state = 'uploaded' AND (sealed_key IS NULL OR (uploaded_at < \(end) AND NOT EXISTS (
                SELECT 1 FROM job WHERE job.kind = \(JobKind.diagnosisRead.name) AND job.state IN ('waiting', 'running')
                    AND job.once = diagnosis_part.id || ' ' || CAST(diagnosis_part.round AS TEXT)
            )))
            LIMIT \(limit)
            """
        ) { DiagnosisWork(app: try $0[0], task: try $0[1], part: try $0[2], round: try $0[3]) }
    }

    /// Where a readable log is; nil when there is none.
    func diagnosisLog(_ app: String, _ task: String, _ part: String) throws -> DiagnosisLogPlace? {
        try first(
            """
            SELECT log, log_size, log_index, sealed_key FROM diagnosis_part
            WHERE app_id = \(app) AND task_id = \(task) AND id = \(part) AND log IS NOT NULL AND sealed_key IS NOT NULL
            """
        ) { DiagnosisLogPlace(part: part, blob: try $0[0], size: try $0[1], index: try $0[2], sealedKey: try $0[3]) }
    }
}
