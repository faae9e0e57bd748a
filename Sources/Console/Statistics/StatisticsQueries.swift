import Foundation
import Storage

extension Connection {
    /// One sum for every step of the range, also the empty ones.
    func activity(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [StatisticsActivity] {
        let grain = StatisticsGrain(range)
        var steps = StatisticsSteps(range)
        var sums = [StatisticsActivity](repeating: StatisticsActivity(), count: steps.starts.count)
        let rows = try all(grain.sums(filter)) { (try $0[0] as Int, StatisticsActivity(crashes: try $0[1], actives: try $0[2])) }
        for (row, activity) in rows { sums[steps.index(of: row * grain.seconds)] += activity }
        return sums
    }

    /// The same by version: only versions that have anything.
    func activityByVersion(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> [String: [StatisticsActivity]] {
        let grain = StatisticsGrain(range)
        var steps = StatisticsSteps(range)
        let empty = [StatisticsActivity](repeating: StatisticsActivity(), count: steps.starts.count)
        var sums: [String: [StatisticsActivity]] = [:]
        let rows = try all(grain.sumsByVersion(filter)) { row in
            (try row[0] as Int, StatisticsActivity(crashes: try row[1], actives: try row[2]), try row[3] as String)
        }
        for (row, activity, version) in rows { sums[version, default: empty][steps.index(of: row * grain.seconds)] += activity }
        return sums
    }

    /// Devices and users with at least one crash; unknown ones do not count, and neither do errors that somebody caught.
    func affected(_ filter: StatisticsFilter, _ range: StatisticsRange) throws -> StatisticsAffected {
        let affected = try first(
            """
            SELECT count(DISTINCT nullif(device, '')), count(DISTINCT nullif(user_id, ''))
            FROM crash WHERE \(filter.condition) AND time >= \(range.from) AND time < \(range.to) AND handled = 0
            """
        ) { StatisticsAffected(devices: try $0[0], users: try $0[1]) }
        return affected ?? StatisticsAffected()
    }

    /// When the app's latest batch arrived; nil when none ever did.
    func lastReceived(app: String) throws -> Date? {
        try value("SELECT max(received_at) FROM log_batch WHERE app_id = \(app)", as: Date?.self).flatMap { $0 }
    }

    /// Versions with the first day each was seen, counted from 1970-01-01 in the app's zone.
    func firstDays(of filter: StatisticsFilter) throws -> [String: Int] {
        let every = StatisticsFilter(app: filter.app, platform: filter.platform)
        let rows = try all("SELECT version, min(day) FROM audience_day WHERE \(every.condition) AND version <> '' GROUP BY version") {
            (try $0[0] as String, try $0[1] as Int)
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension StatisticsGrain {
    private var table: SQL { isQuarter ? "activity_quarter" : "activity_minute" }
    private var column: SQL { isQuarter ? "quarter" : "minute" }

    /// Sums by row of time come in the order of the primary key, without sorting: 1.5 ms for 14 days of 8 rows a quarter.
    fileprivate func sums(_ filter: StatisticsFilter) -> SQL {
        """
        SELECT \(column), sum(crashes), sum(actives) FROM \(table)
        WHERE \(filter.condition) AND \(column) >= \(rows.lowerBound) AND \(column) < \(rows.upperBound) GROUP BY \(column) ORDER BY \(column)
        """
    }

    fileprivate func sumsByVersion(_ filter: StatisticsFilter) -> SQL {
        """
        SELECT \(column), sum(crashes), sum(actives), version FROM \(table)
        WHERE \(filter.condition) AND \(column) >= \(rows.lowerBound) AND \(column) < \(rows.upperBound)
        GROUP BY \(column), version ORDER BY \(column)
        """
    }
}
