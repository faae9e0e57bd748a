import Foundation
import Storage

extension Connection {
    /// Feedback since a time that nobody answered or closed. It has no title: what people wrote is personal.
    func waitingFeedback(of apps: [String], since time: Date) throws -> [AppTally] {
        try tallies(
            """
            SELECT app_id, id, '' AS title, created_at AS at FROM feedback
            WHERE app_id IN (\(SQL.list(apps))) AND state IN ('new', 'open') AND created_at >= \(time)
            """
        )
    }
}
