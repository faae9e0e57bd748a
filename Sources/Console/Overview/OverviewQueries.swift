import Foundation
import Storage

extension Connection {
    /// Lines in quarantine from a day on, counted from 1970-01-01 in the app's zone.
    func countQuarantinedLines(_ filter: StatisticsFilter, since day: Int) throws -> Int {
        let whole = StatisticsFilter(app: filter.app, platform: filter.platform)
        return try value("SELECT coalesce(sum(lines), 0) FROM quarantine_day WHERE \(whole.condition) AND day >= \(day)") ?? 0
    }

    /// Sums by app and quarter, in order of time.
    func activity(of apps: [String], _ range: StatisticsRange) throws -> [(app: String, seconds: Int, activity: StatisticsActivity)] {
        let grain = StatisticsGrain(range)
        return try all(
            """
            SELECT app_id, quarter, sum(crashes), sum(actives) FROM activity_quarter
            WHERE app_id IN (\(SQL.list(apps))) AND quarter >= \(grain.rows.lowerBound) AND quarter < \(grain.rows.upperBound)
            GROUP BY app_id, quarter ORDER BY app_id, quarter
            """
        ) { row in
            (try row[0], try row[1] * grain.seconds, StatisticsActivity(crashes: try row[2], actives: try row[3]))
        }
    }
}
