import Foundation
import Storage

extension Connection {
    /// Tasks that wait for a second person.
    func askedDiagnoses(of apps: [String]) throws -> [AppTally] {
        try tallies(
            """
            SELECT app_id, id, description AS title, created_at AS at FROM diagnosis_task
            WHERE app_id IN (\(SQL.list(apps))) AND state = 'asked'
            """
        )
    }

    /// Tasks of which a log that came since a time can be read.
    func arrivedDiagnoses(of apps: [String], since time: Date) throws -> [AppTally] {
        try tallies(
            """
            SELECT t.app_id, t.id, t.description AS title, max(p.finished_at) AS at FROM diagnosis_part p
            JOIN diagnosis_task t ON t.app_id = p.app_id AND t.id = p.task_id
            WHERE p.app_id IN (\(SQL.list(apps))) AND p.uploaded_at >= \(time) AND p.sealed_key IS NOT NULL AND p.state = 'done'
            GROUP BY t.app_id, t.id, t.description
            """
        )
    }
}
