import Foundation
import GRDB

/// A connection of SQLite inside a read or a transaction.
final class SQLiteSession: Session {
    let database: GRDB.Database
    /// What is to be told when the transaction is committed.
    private(set) var announced: [Announcement] = []

    init(_ database: GRDB.Database) {
        self.database = database
    }

    func run(_ sql: SQL) throws -> Int {
        try translatingErrors {
            let statement = try database.cachedStatement(sql: SQLiteWords.translated(sql.text))
            try statement.execute(arguments: sql.arguments)
            return database.changesCount
        }
    }

    func each(_ sql: SQL, _ row: (Row) throws -> Bool) throws {
        try translatingErrors {
            let statement = try database.cachedStatement(sql: SQLiteWords.translated(sql.text))
            let rows = try GRDB.Row.fetchCursor(statement, arguments: sql.arguments)
            while let next = try rows.next(), try row(Row(values: SQLiteRow(row: next))) {}
        }
    }

    func prepare(_ text: String) throws -> any PreparedStatement {
        try translatingErrors { SQLiteStatement(try database.cachedStatement(sql: SQLiteWords.translated(text))) }
    }

    func script(_ text: String) throws {
        try translatingErrors { try database.execute(sql: text) }
    }

    func now() throws -> Int64 {
        // 2440587.5 is 1970-01-01 as a Julian day; `unixepoch('subsec')` came with SQLite 3.42.
        try translatingErrors { try Int64.fetchOne(database, sql: "SELECT CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)") ?? 0 }
    }

    func announce(_ topic: String, _ detail: String) throws {
        announced.append(.said(topic: topic, detail: detail))
    }

    func merge(_ rows: [[SQLValue]], into table: BulkTable) throws {
        let upsert = try prepare(table.upsert)
        for row in rows { _ = try upsert.run(row) }
    }

    func insertNew(_ rows: [[SQLValue]], into table: BulkTable) throws -> [Int] {
        let insert = try prepare(BulkTable(table.name, table.columns, key: table.key, conflict: .keep).upsert)
        return try rows.indices.filter { try insert.run(rows[$0]) > 0 }
    }

    func makeDays(_ table: DailyTable, _ days: ClosedRange<Int>) throws {}

    func dropDays(_ table: DailyTable, before day: Int) throws -> Bool { false }

    func statements(of migration: Migration) -> String { SQLiteWords.statements(of: migration) }

    func hasTable(_ name: String) throws -> Bool {
        try translatingErrors { try database.tableExists(name) }
    }

    /// The one writer is alone.
    func lockMigrations() throws {}

    func tables() throws -> [TableShape] {
        try translatingErrors {
            let names = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migration' ORDER BY name"
            )
            return try names.map(shape)
        }
    }

    private func shape(_ name: String) throws -> TableShape {
        let columns = try database.columns(in: name).map { TableShape.Column(name: $0.name, kind: SQLiteWords.kind($0.type)) }
        let references = Set(try database.foreignKeys(on: name).map(\.destinationTable)).sorted()
        return TableShape(name: name, columns: columns, key: try database.primaryKey(name).columns, partitionColumn: nil, references: references)
    }
}

/// The shared dialect in SQLite's words.
enum SQLiteWords {
    /// Every write is alone, so no row has to be locked.
    static func translated(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        return SQLWords.locks.reduce(text) { $0.replacing($1, with: "") }
    }

    static func statements(of migration: Migration) -> String {
        let words = [("{blob}", "BLOB"), ("{strict}", "STRICT"), ("{clustered}", "STRICT, WITHOUT ROWID"), ("BIGINT", "INTEGER")]
        var text = words.reduce(migration.text) { $0.replacing($1.0, with: $1.1) }
        text = migration.replacing("append_only", in: text) { names in
            ["update", "delete"].map { change in
                """
                CREATE TRIGGER \(names[0])_no_\(change) BEFORE \(change.uppercased()) ON \(names[0])
                BEGIN SELECT RAISE(ABORT, '\(names[0]) only grows'); END;
                """
            }
            .joined(separator: "\n")
        }
        for word in ["daily", "external"] { text = migration.replacing(word, in: text) { _ in "" } }
        return text
    }

    static func kind(_ type: String) -> ColumnKind {
        switch type.uppercased() {
        case "TEXT": .text
        case "BLOB": .blob
        case "REAL": .real
        default: .integer
        }
    }
}

struct SQLiteRow: RowValues {
    let row: GRDB.Row

    func value(_ column: String) -> SQLValue? {
        (row[column] as DatabaseValue?).map(SQLValue.init) ?? (row.hasColumn(column) ? .null : nil)
    }

    func value(at index: Int) -> SQLValue? {
        index < row.count ? SQLValue(row[index] as DatabaseValue) : nil
    }

    var columns: [String] { Array(row.columnNames) }
}

extension SQL {
    fileprivate var arguments: StatementArguments {
        StatementArguments(values.map(\.databaseValue))
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .string(let value): self = .text(value)
        case .blob(let value): self = .blob([UInt8](value))
        }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
    }
}
