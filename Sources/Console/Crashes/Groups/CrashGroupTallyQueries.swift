import Foundation
import Storage

extension Connection {
    /// Groups of crashes that are new since a time and that nobody took or settled.
    func newCrashGroups(of apps: [String], since time: Date) throws -> [AppTally] {
        try tallies(
            """
            SELECT app_id, id, title, first_time AS at FROM crash_group
            WHERE app_id IN (\(SQL.list(apps))) AND last_time >= \(time) AND first_time >= \(time)
                AND state = 'open' AND assignee = '' AND merged_into = '' AND handled = 0
            """
        )
    }
}
