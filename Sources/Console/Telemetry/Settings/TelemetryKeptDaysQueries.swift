import Storage

extension Connection {
    /// By app; of those that say something.
    func keepings() throws -> [String: TelemetryKeeping] {
        let rows = try all("SELECT app_id, raw_days, crash_days, rollup_days FROM log_retention") { row in
            (try row[0] as String, TelemetryKeeping(rawDays: try row[1], crashDays: try row[2], rollupDays: try row[3]))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    func saveKeeping(_ keeping: TelemetryKeeping, of app: String) throws {
        try run(
            """
            INSERT INTO log_retention (app_id, raw_days, crash_days, rollup_days)
            VALUES (\(app), \(keeping.rawDays), \(keeping.crashDays), \(keeping.rollupDays))
            ON CONFLICT (app_id) DO UPDATE SET raw_days = excluded.raw_days, crash_days = excluded.crash_days, rollup_days = excluded.rollup_days
            """
        )
    }
}
