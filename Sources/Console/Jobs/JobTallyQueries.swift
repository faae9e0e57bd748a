import Foundation
import Storage

extension Connection {
    /// Jobs that failed for good since a time, those of no app too.
    func failedJobs(of apps: [String], since time: Date) throws -> [AppTally] {
        try tallies(
            """
            SELECT coalesce(app_id, '') AS app_id, id, kind AS title, finished_at AS at FROM job
            WHERE (app_id IS NULL OR app_id IN (\(SQL.list(apps)))) AND state = 'failed' AND created_at >= \(time) AND finished_at >= \(time)
            """
        )
    }
}
