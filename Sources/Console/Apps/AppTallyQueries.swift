import Storage

extension Connection {
    /// Counts rows by app. Not by window functions: SQLite takes three times as long for them.
    /// - Parameter rows: a query for `app_id`, `id`, `title` and `at` (ms since 1970).
    func tallies(_ rows: SQL) throws -> [AppTally] {
        let newest = try all(
            """
            WITH counted AS MATERIALIZED (\(rows) LIMIT \(AppTally.most))
            SELECT counted.app_id, sums.found, counted.id, counted.title, counted.at
            FROM (SELECT app_id, count(*) AS found, max(at) AS newest FROM counted GROUP BY app_id) AS sums
            JOIN counted ON counted.app_id = sums.app_id AND counted.at = sums.newest
            ORDER BY counted.app_id, counted.id DESC
            """
        ) { AppTally(app: try $0[0], count: try $0[1], id: try $0[2], title: try $0[3], at: try $0[4]) }
        // Of one moment there may be several.
        return newest.enumerated().filter { $0 == 0 || newest[$0 - 1].app != $1.app }.map(\.element)
    }
}
