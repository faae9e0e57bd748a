/// A table that PostgreSQL keeps in one partition a day, so that retention drops a day instead of deleting its rows.
public struct DailyTable: Sendable {
    public let name: String
    /// The column that tells the day.
    public let column: String
    /// How much of the column is a day: 86,400,000 for milliseconds, 1,440 for minutes, 1 for days.
    public let unitsPerDay: Int

    public init(_ name: String, column: String, unitsPerDay: Int) {
        self.name = name
        self.column = column
        self.unitsPerDay = unitsPerDay
    }
}

extension Connection {
    /// Makes partitions for days, counted from 1970-01-01; those that are there stay. Nothing on SQLite.
    public func makeDays(_ table: DailyTable, _ days: ClosedRange<Int>) throws {
        try session.makeDays(table, days)
    }

    /// Drops the partitions of all days before one.
    /// - Returns: false on SQLite, where rows have to be deleted instead.
    public func dropDays(_ table: DailyTable, before day: Int) throws -> Bool {
        try session.dropDays(table, before: day)
    }
}
