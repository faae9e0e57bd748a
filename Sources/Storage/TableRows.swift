/// Whole tables, whatever they hold: for copying a database into another one.
extension Connection {
    /// The next rows in the order of the primary key, each with the values of all columns in the shape's order.
    /// - Parameter key: of the row before; nil for the first rows.
    public func rows(of table: TableShape, after key: [SQLValue]?, limit: Int) throws -> [[SQLValue]] {
        let columns = SQL(trusted: table.columns.map(\.name).joined(separator: ", "))
        let keys = SQL(trusted: table.key.joined(separator: ", "))
        let rest: SQL = if let key { "WHERE (\(keys)) > (\(SQL.list(key)))" } else { "" }
        return try all("SELECT \(columns) FROM \(SQL(trusted: table.name)) \(rest) ORDER BY \(keys) LIMIT \(limit)") { row in
            try table.columns.indices.map { try row[$0] }
        }
    }

    public func count(_ table: TableShape) throws -> Int {
        try value("SELECT count(*) FROM \(SQL(trusted: table.name))") ?? 0
    }

    public func isEmpty(_ table: TableShape) throws -> Bool {
        try value("SELECT 1 FROM \(SQL(trusted: table.name)) LIMIT 1", as: Int.self) == nil
    }

    /// The number of the newest migration that was applied; nil for a database that is not the console's.
    public func schemaVersion() throws -> Int? {
        guard try session.hasTable("schema_migration") else { return nil }
        return try value("SELECT max(number) FROM schema_migration")
    }

    /// Gives everything in the database another name, so that it is empty and nothing is lost. PostgreSQL only: a schema is renamed.
    public func setAside(as name: String) throws {
        try session.setAside(as: name)
    }
}

extension TableShape {
    /// The same table with its key's columns first, in the key's order, and the others by name: alike on both engines, and as
    /// ``BulkTable`` wants them.
    public var arranged: TableShape {
        let byName = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0) })
        let others = columns.filter { !key.contains($0.name) }.sorted { $0.name < $1.name }
        return TableShape(
            name: name,
            columns: key.compactMap { byName[$0] } + others,
            key: key,
            partitionColumn: partitionColumn,
            references: references
        )
    }
}

extension SQLiteSession {
    func setAside(as name: String) throws {
        throw StorageError.engine("a database of SQLite's is set aside by its file")
    }
}

extension PostgresSession {
    func setAside(as name: String) throws {
        var schema = ""
        try each("SELECT quote_ident(current_schema())") { row in
            schema = try row[0]
            return false
        }
        try script("ALTER SCHEMA \(schema) RENAME TO \(name); CREATE SCHEMA \(schema)")
    }
}

extension Migration {
    /// Tables that this migration has PostgreSQL partition by day.
    public var dailyTables: [DailyTable] {
        text.matches(of: #/\{daily:(\w+)\.(\w+):(\d+)\};/#).compactMap { match in
            Int(match.output.3).map { DailyTable(String(match.output.1), column: String(match.output.2), unitsPerDay: $0) }
        }
    }
}
