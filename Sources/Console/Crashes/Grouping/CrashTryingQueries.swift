import Storage

extension Connection {
    /// Ids of reports that were read, newest first.
    func newestCrashes(_ app: String, limit: Int) throws -> [String] {
        try all("SELECT crash_id FROM crash_analysis WHERE app_id = \(app) ORDER BY time DESC, crash_id DESC LIMIT \(limit)") { try $0[0] }
    }

    func crashGroupTitles(_ app: String, _ ids: [String]) throws -> [String: String] {
        var titles: [String: String] = [:]
        for start in stride(from: 0, to: ids.count, by: 500) {
            let some = SQL.list(Array(ids[start..<min(start + 500, ids.count)]))
            let rows = try all("SELECT id, title FROM crash_group WHERE app_id = \(app) AND id IN (\(some))") {
                (try $0[0] as String, try $0[1] as String)
            }
            titles.merge(rows) { first, _ in first }
        }
        return titles
    }
}
