import Storage

/// Tables of which a server keeps each day by itself: days are made ahead, so that rows find theirs, and dropped as a whole.
enum TelemetryDays {
    static let batches = DailyTable("log_batch", column: "received_at", unitsPerDay: 86_400_000)
    static let chunks = DailyTable("log_chunk", column: "day", unitsPerDay: 1)
    static let minutes = DailyTable("activity_minute", column: "minute", unitsPerDay: 1_440)
    static let devices = DailyTable("device_day", column: "day", unitsPerDay: 1)
    static let users = DailyTable("user_day", column: "day", unitsPerDay: 1)

    static let tables = [batches, chunks, minutes, devices, users]

    /// Days made before and after today. Lines come late by up to 30 days; those of days that nobody made share a partition for the rest.
    private static let before = 2
    private static let after = 3

    /// Makes the days around one, which a table has to have before the first row of them comes; those that are there stay.
    static func make(around day: Int, _ database: Database) async throws {
        for table in tables {
            try await database.write(.readCommitted) { try $0.makeDays(table, day - before...day + after) }
        }
    }
}
