import Storage

extension Connection {
    /// The days, counted from 1970-01-01, that a table has rows of.
    func days(of table: DailyTable) throws -> Set<Int> {
        let (name, column) = (SQL(trusted: table.name), SQL(trusted: table.column))
        return Set(try all("SELECT DISTINCT \(column) / \(SQL(trusted: "\(table.unitsPerDay)")) AS day FROM \(name)") { try $0[0] as Int })
    }

    /// Files of raw lines that the ledger names, and how long each of them is.
    func namedSegments() throws -> [MovingSegment] {
        try all("SELECT app_id, day, bytes, batches FROM log_segment ORDER BY app_id, day") { row in
            MovingSegment(segment: TelemetrySegment(app: try row[0], day: try row[1]), bytes: try row[2])
        }
    }

    /// Objects that hold raw lines.
    func packedLines() throws -> [BlobID] {
        try all("SELECT blob FROM log_object") { try $0[0] }
    }

    /// Tables that hold something.
    func filledTables() throws -> [String] {
        try tables().filter { try !isEmpty($0) }.map(\.name)
    }

    func forgetRunning() throws {
        for table in MovingTables.ofRunning.sorted() { try run(SQL(trusted: "DELETE FROM \(table)")) }
    }
}

/// A file of raw lines.
struct MovingSegment: Sendable, Equatable {
    let segment: TelemetrySegment
    /// As far as it was acknowledged; what lies behind is of no use.
    let bytes: Int
}
