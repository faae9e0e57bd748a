/// Partitions by day. A table's are named after the days since 1970-01-01 that they hold: `log_batch_20780`.
extension PostgresSession {
    func makeDays(_ table: DailyTable, _ days: ClosedRange<Int>) throws {
        let there = try partitions(of: table)
        let missing = days.filter { !there.contains($0) }
        if !missing.isEmpty { try script(Self.shortWait) }
        for day in missing { try makeDay(table, day) }
    }

    /// Whoever waits for a whole table stops all who come behind: rather give up, and try again later.
    private static let shortWait = "SET LOCAL lock_timeout = '2s'"

    /// Made by itself and attached then, which keeps others out of the table for an instant only; rows that came before it are moved
    /// out of the partition for the rest first.
    private func makeDay(_ table: DailyTable, _ day: Int) throws {
        let (name, from, to) = ("\(table.name)_\(day)", day * table.unitsPerDay, (day + 1) * table.unitsPerDay)
        try script(
            """
            CREATE TABLE \(name) (LIKE \(table.name) INCLUDING ALL);
            WITH moved AS (DELETE FROM \(table.name)_rest WHERE \(table.column) >= \(from) AND \(table.column) < \(to) RETURNING *)
            INSERT INTO \(name) SELECT * FROM moved;
            ALTER TABLE \(table.name) ATTACH PARTITION \(name) FOR VALUES FROM (\(from)) TO (\(to))
            """
        )
    }

    func dropDays(_ table: DailyTable, before day: Int) throws -> Bool {
        try script(Self.shortWait)
        for old in try partitions(of: table).filter({ $0 < day }).sorted() { try script("DROP TABLE \(table.name)_\(old)") }
        let end = day * table.unitsPerDay
        try script("DELETE FROM \(table.name)_rest WHERE \(table.column) < \(end)")
        return true
    }

    private func partitions(of table: DailyTable) throws -> Set<Int> {
        var days: Set<Int> = []
        try each("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = CAST(CAST(\(table.name) AS text) AS regclass)") { row in
            if let day = Int((try row[0] as String).dropFirst(table.name.count + 1)) { days.insert(day) }
            return true
        }
        return days
    }
}
