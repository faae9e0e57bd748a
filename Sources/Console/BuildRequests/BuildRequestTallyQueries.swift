import Foundation
import Storage

extension Connection {
    /// Builds that failed since a time.
    func failedBuildRequests(of apps: [String], since time: Date) throws -> [AppTally] {
        try tallies(
            """
            SELECT app_id, id, '#' || number AS title, finished_at AS at FROM build_request
            WHERE app_id IN (\(SQL.list(apps))) AND created_at >= \(time) AND state = 'failed'
            """
        )
    }
}
