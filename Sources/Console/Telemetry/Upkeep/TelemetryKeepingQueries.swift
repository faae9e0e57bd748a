import Storage

/// Deleting what an app keeps no longer: crash reports and roll-ups.
extension Connection {
    /// Never back: an app that keeps reports longer again has no more of them for it.
    func moveCrashHorizon(_ app: String, to time: Int) throws {
        try run(
            """
            INSERT INTO log_horizon (app_id, raw_since, keys_since, crashes_since) VALUES (\(app), 0, 0, \(time))
            ON CONFLICT (app_id) DO UPDATE SET crashes_since = excluded.crashes_since WHERE log_horizon.crashes_since < excluded.crashes_since
            """
        )
    }

    /// Crash reports of times before, the oldest first, with all that was made of each. What was counted of them stays.
    /// - Returns: how many went.
    func deleteCrashReports(_ app: String, before time: Int, count: Int) throws -> Int {
        let ids: [String] = try all("SELECT id FROM crash WHERE app_id = \(app) AND time < \(time) ORDER BY time LIMIT \(count)") { try $0[0] }
        try deleteCrashReports(app, ids)
        return ids.count
    }

    /// These crash reports, with all that was made of each.
    func deleteCrashReports(_ app: String, _ ids: [String]) throws {
        for ids in ids.inPieces {
            let list = SQL.list(ids)
            for table in ["crash_unread", "crash_analysis", "crash_want"] as [SQL] {
                try run("DELETE FROM \(table) WHERE app_id = \(app) AND crash_id IN (\(list))")
            }
            try run("DELETE FROM crash WHERE app_id = \(app) AND id IN (\(list))")
        }
    }

    /// What was counted of days before, at most so many rows of each table. Days and hours of UTC stand for those of the app's zone: some hours more are
    /// kept than asked for.
    func deleteRollups(_ app: String, beforeDay day: Int, count: Int) throws {
        let tables: [(table: SQL, column: SQL, rest: SQL, end: Int)] = [
            ("activity_quarter", "quarter", "platform, version", day * 96), ("audience_day", "day", "platform, version", day),
            ("startup_quarter", "quarter", "platform, version, first_start, bucket", day * 96),
            ("rpc_quarter", "quarter", "platform, version, operation", day * 96),
            ("rpc_duration", "quarter", "platform, version, operation, bucket", day * 96), ("quarantine_day", "day", "platform, reason", day),
            ("crash_group_hour", "hour", "group_id, version", day * 24), ("arrival_lag", "hour", "platform, bucket", day * 24),
            ("session_hour", "hour", "platform, version", day * 24),
        ]
        for (table, column, rest, end) in tables {
            try run(
                """
                DELETE FROM \(table) WHERE app_id = \(app) AND (\(column), \(rest)) IN (
                    SELECT \(column), \(rest) FROM \(table) WHERE app_id = \(app) AND \(column) < \(end) LIMIT \(count)
                )
                """
            )
        }
    }

    /// Also those of which no raw lines are left.
    func appsEverInLedger() throws -> [String] {
        try all("SELECT app_id FROM log_segment UNION SELECT app_id FROM log_horizon ORDER BY app_id") { try $0[0] }
    }
}
