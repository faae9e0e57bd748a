import Foundation
import Storage

extension Connection {
    /// Tasks that name a user or device, and parts of others that are a device's.
    func diagnoses(of task: TelemetryErasureTask, _ app: String, limit: Int) throws -> [(id: String, part: String?)] {
        let named: SQL =
            switch task.field {
            case .user: "user_id = \(task.value)"
            case .device: "device = \(task.value)"
            }
        let tasks = try all("SELECT id FROM diagnosis_task WHERE app_id = \(app) AND \(named) LIMIT \(limit)") {
            (id: try $0[0] as String, part: nil as String?)
        }
        guard tasks.isEmpty, task.field == .device else { return tasks }
        return try all(
            "SELECT task_id, id FROM diagnosis_part WHERE app_id = \(app) AND device BETWEEN \(task.value) AND \(task.value) LIMIT \(limit)"
        ) { (id: try $0[0], part: try $0[1]) }
    }

    /// - Returns: blobs that nothing needs any more.
    func removeDiagnosisPart(_ app: String, _ task: String, _ id: String) throws -> [BlobID] {
        let blobs = try clearDiagnosisFiles(app, id)
        try run("DELETE FROM diagnosis_part WHERE app_id = \(app) AND id = \(id)")
        try settleDiagnosis(app, task)
        return blobs
    }

    /// - Returns: blobs that nothing needs any more.
    func deleteDiagnoses(of app: String) throws -> [BlobID] {
        let pieces = try all("SELECT blob FROM diagnosis_piece WHERE app_id = \(app)") { try $0[0] as BlobID }
        let logs = try all("SELECT log FROM diagnosis_part WHERE app_id = \(app) AND log IS NOT NULL") { try $0[0] as BlobID }
        for table in ["diagnosis_piece", "diagnosis_part", "diagnosis_task", "diagnosis_option", "diagnosis_fired", "diagnosis_rule"] as [SQL] {
            try run("DELETE FROM \(table) WHERE app_id = \(app)")
        }
        return pieces + logs
    }

    // MARK: options

    /// As they are where nobody said otherwise.
    func diagnosisOption(_ app: String) throws -> DiagnosisOption {
        try first(
            """
            SELECT approval, consent, life_days, largest_megabytes, keep_days, daily_quota FROM diagnosis_option WHERE app_id = \(app)
            """
        ) { row in
            DiagnosisOption(
                approval: try row[0],
                consent: try row[1],
                lifeDays: try row[2],
                largestMegabytes: try row[3],
                keepDays: try row[4],
                dailyQuota: try row[5]
            )
        } ?? DiagnosisOption()
    }

    func setDiagnosisOption(_ option: DiagnosisOption, _ app: String) throws {
        try run(
            """
            INSERT INTO diagnosis_option (app_id, approval, consent, life_days, largest_megabytes, keep_days, daily_quota)
            VALUES (\(app), \(option.approval), \(option.consent), \(option.lifeDays), \(option.largestMegabytes), \(option.keepDays),
                \(option.dailyQuota))
            ON CONFLICT (app_id) DO UPDATE SET approval = excluded.approval, consent = excluded.consent, life_days = excluded.life_days,
                largest_megabytes = excluded.largest_megabytes, keep_days = excluded.keep_days, daily_quota = excluded.daily_quota
            """
        )
    }
}
