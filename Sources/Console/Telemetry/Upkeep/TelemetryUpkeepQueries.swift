import Storage

/// How far retention has come with an app, in ms since 1970; rows received before are gone.
struct TelemetryHorizon {
    var raw = 0
    var keys = 0
    /// Of crash reports by their time; written by ``Storage/Connection/moveCrashHorizon(_:to:)``.
    var crashes = 0
}

/// Deleting what is no longer kept, and what is to be counted again.
extension Connection {
    func horizon(_ app: String) throws -> TelemetryHorizon {
        try first("SELECT raw_since, keys_since, crashes_since FROM log_horizon WHERE app_id = \(app)") {
            TelemetryHorizon(raw: try $0[0], keys: try $0[1], crashes: try $0[2])
        } ?? TelemetryHorizon()
    }

    func setHorizon(_ app: String, _ horizon: TelemetryHorizon) throws {
        try run(
            """
            INSERT INTO log_horizon (app_id, raw_since, keys_since) VALUES (\(app), \(horizon.raw), \(horizon.keys))
            ON CONFLICT (app_id) DO UPDATE SET raw_since = excluded.raw_since, keys_since = excluded.keys_since
            """
        )
    }

    /// Where a bounded step through the ledger ends: behind the receipt time of the `count`th row from `start` on, or `end` when there are fewer
    /// before it.
    func ledgerStep(_ app: String, from start: Int, to end: Int, count: Int) throws -> Int {
        try value(
            """
            SELECT received_at + 1 FROM log_batch WHERE app_id = \(app) AND received_at >= \(start) AND received_at < \(end)
            ORDER BY received_at, batch_id LIMIT 1 OFFSET \(count - 1)
            """
        ) ?? end
    }

    /// Forgets the batch ids of uploads received in a time, but not those that were used again since.
    func deleteKeys(_ app: String, from start: Int, to end: Int) throws {
        try run(
            """
            DELETE FROM log_batch_key WHERE app_id = \(app) AND received_at < \(end) AND batch_id IN (
                SELECT batch_id FROM log_batch WHERE app_id = \(app) AND received_at >= \(start) AND received_at < \(end)
            )
            """
        )
    }

    func deleteBatches(_ app: String, before end: Int) throws {
        try run("DELETE FROM log_batch WHERE app_id = \(app) AND received_at < \(end)")
    }

    func segments(_ app: String, before day: Int) throws -> [TelemetrySegment] {
        try all("SELECT day FROM log_segment WHERE app_id = \(app) AND day < \(day) ORDER BY day") { TelemetrySegment(app: app, day: try $0[0]) }
    }

    /// Forgets where the raw lines of uploads before a day were.
    func deleteRaw(_ app: String, before day: Int) throws {
        try run("DELETE FROM log_segment WHERE app_id = \(app) AND day < \(day)")
        try giveUpObjects(app, before: day)
        try giveUpIndexes(app, before: day)
        try run("DELETE FROM log_scrub WHERE app_id = \(app) AND day < \(day)")
    }

    /// At most `count` rows, as the next three.
    func deleteMinutes(_ app: String, before minute: Int, count: Int) throws {
        try run(
            """
            DELETE FROM activity_minute WHERE app_id = \(app) AND (minute, platform, version) IN (
                SELECT minute, platform, version FROM activity_minute WHERE app_id = \(app) AND minute < \(minute) LIMIT \(count)
            )
            """
        )
    }

    func deleteQuarantined(_ app: String, before time: Int, count: Int) throws {
        try run(
            """
            DELETE FROM quarantine WHERE app_id = \(app) AND id IN (
                SELECT id FROM quarantine WHERE app_id = \(app) AND received_at < \(time) LIMIT \(count)
            )
            """
        )
    }

    func deleteDeviceDays(_ app: String, before day: Int, count: Int) throws {
        try run(
            """
            DELETE FROM device_day WHERE app_id = \(app) AND (day, platform, device, version) IN (
                SELECT day, platform, device, version FROM device_day WHERE app_id = \(app) AND day < \(day) LIMIT \(count)
            )
            """
        )
    }

    func deleteUserDays(_ app: String, before day: Int, count: Int) throws {
        try run(
            """
            DELETE FROM user_day WHERE app_id = \(app) AND (day, platform, user_id, version) IN (
                SELECT day, platform, user_id, version FROM user_day WHERE app_id = \(app) AND day < \(day) LIMIT \(count)
            )
            """
        )
    }

    func deleteSessionDevices(_ app: String, before day: Int, count: Int) throws {
        try run(
            """
            DELETE FROM session_device_day WHERE app_id = \(app) AND (day, platform, version, device) IN (
                SELECT day, platform, version, device FROM session_device_day WHERE app_id = \(app) AND day < \(day) LIMIT \(count)
            )
            """
        )
    }

    /// Deletes everything that is derived from lines of a day on.
    /// - Parameter start: when that day begins, in minutes since 1970 UTC.
    func deleteDerived(_ app: String, fromMinute start: Int, day: Int) throws {
        try run("DELETE FROM activity_minute WHERE app_id = \(app) AND minute >= \(start)")
        try run("DELETE FROM activity_quarter WHERE app_id = \(app) AND quarter >= \(start / 15)")
        try run("DELETE FROM startup_quarter WHERE app_id = \(app) AND quarter >= \(start / 15)")
        try run("DELETE FROM rpc_quarter WHERE app_id = \(app) AND quarter >= \(start / 15)")
        try run("DELETE FROM rpc_duration WHERE app_id = \(app) AND quarter >= \(start / 15)")
        try run("DELETE FROM session_hour WHERE app_id = \(app) AND hour >= \((start + 59) / 60)")
        try run("DELETE FROM session_device_day WHERE app_id = \(app) AND day >= \(day)")
        try run("DELETE FROM crash WHERE app_id = \(app) AND time >= \(start * 60_000)")
        try run("DELETE FROM audience_day WHERE app_id = \(app) AND day >= \(day)")
        try run("DELETE FROM device_day WHERE app_id = \(app) AND day >= \(day)")
        try run("DELETE FROM user_day WHERE app_id = \(app) AND day >= \(day)")
        try run("DELETE FROM device WHERE app_id = \(app) AND first_day >= \(day)")
        try run("DELETE FROM quarantine WHERE app_id = \(app) AND received_at >= \(start * 60_000)")
        try run("DELETE FROM quarantine_day WHERE app_id = \(app) AND day >= \(day)")
    }

    /// Deletes everything an app ever sent but the files.
    func deleteTelemetry(_ app: String) throws {
        try deleteDerived(app, fromMinute: 0, day: 0)
        try run("DELETE FROM log_batch_key WHERE app_id = \(app)")
        try run("DELETE FROM log_batch WHERE app_id = \(app)")
        try deleteChunks(app, before: Self.never)
        try deleteRaw(app, before: Self.never)
        try run("DELETE FROM arrival_lag WHERE app_id = \(app)")
        try run("DELETE FROM log_horizon WHERE app_id = \(app)")
        try run("DELETE FROM log_pause WHERE app_id = \(app)")
        try run("DELETE FROM log_epoch WHERE app_id = \(app)")
        try run("DELETE FROM log_setting WHERE app_id = \(app)")
        try run("DELETE FROM log_retention WHERE app_id = \(app)")
        try run("DELETE FROM log_erasure WHERE app_id = \(app)")
    }

    /// A day after all others.
    static var never: Int { Int(Int32.max) }

    /// Apps that sent something, whether they still exist or not.
    func appsInLedger() throws -> [String] {
        try all("SELECT DISTINCT app_id FROM log_segment ORDER BY app_id") { try $0[0] }
    }
}
