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

    /// The end of the last quarter of an hour of which devices told. The first row of an index, whatever there is.
    func lastActivity(of app: String) throws -> Date? {
        try value("SELECT max(quarter) FROM activity_quarter WHERE app_id = \(app)", as: Int?.self)
            .flatMap { $0 }.map { Date(timeIntervalSince1970: Double($0 + 1) * 900) }
    }

    /// Sums by app and version over whole quarters of an hour.
    func versionActivity(of apps: [String], since from: Date, to end: Date) throws -> [(app: String, versions: [String: StatisticsActivity])] {
        let (first, last) = (Int(from.timeIntervalSince1970) / 900, Int(end.timeIntervalSince1970) / 900)
        let rows = try all(
            """
            SELECT app_id, version, sum(crashes), sum(actives) FROM activity_quarter
            WHERE app_id IN (\(SQL.list(apps))) AND quarter > \(first) AND quarter <= \(last) GROUP BY app_id, version
            """
        ) { (app: try $0[0] as String, version: try $0[1] as String, activity: StatisticsActivity(crashes: try $0[2], actives: try $0[3])) }
        return Dictionary(grouping: rows, by: \.app).sorted { $0.key < $1.key }.map { app, rows in
            (app, Dictionary(rows.map { ($0.version, $0.activity) }) { first, _ in first })
        }
    }
}
