import Storage

/// What becomes of raw lines while the tables that name them are copied: SQLite's are in files, PostgreSQL's in chunks.
protocol MovingLines: AnyObject {
    /// Tables to read before all others.
    var first: [String] { get }
    /// The rows to write instead of those of a page.
    func translated(_ page: MovingReader.Page) async throws -> [[SQLValue]]
    /// Rows of a table that come after all others.
    func added(to table: TableShape) -> [[SQLValue]]
    /// Days that rows are added to, counted from 1970-01-01.
    var days: Set<Int> { get }
}

extension TableShape {
    /// Where a column's value is in a row.
    func place(of column: String) -> Int {
        columns.firstIndex { $0.name == column } ?? 0
    }

    /// A row from the values of columns by name; the others are NULL.
    func row(_ values: [String: SQLValue]) -> [SQLValue] {
        columns.map { values[$0.name] ?? .null }
    }
}
