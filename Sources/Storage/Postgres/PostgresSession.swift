import Foundation

/// A transaction on a connection to PostgreSQL.
final class PostgresSession: Session {
    private let connection: PostgresConnection
    private let deadline: ContinuousClock.Instant
    private let readLimit: Duration
    /// Why the transaction is lost, whatever was made of the error since.
    private(set) var failure: PostgresFailure?
    /// Staging tables made in this transaction.
    private(set) var madeStages: Set<String> = []
    private var merges: Int64 = 0

    init(_ connection: PostgresConnection, deadline: ContinuousClock.Instant, readLimit: Duration) {
        self.connection = connection
        self.deadline = deadline
        self.readLimit = readLimit
    }

    private func failing<Value>(_ body: () throws -> Value) throws -> Value {
        guard ContinuousClock.now < deadline else { throw StorageError.tooSlow(readLimit) }
        do {
            return try body()
        } catch let error as PostgresFailure {
            failure = failure ?? error
            throw error.translated(readLimit: readLimit)
        }
    }

    func run(_ sql: SQL) throws -> Int {
        try failing { try connection.run(sql.text, sql.values).changed }
    }

    func each(_ sql: SQL, _ row: (Row) throws -> Bool) throws {
        let result = try failing { try connection.run(sql.text, sql.values) }
        for index in 0..<result.count where try !row(Row(values: PostgresRow(result: result, row: index))) { return }
    }

    func prepare(_ text: String) throws -> any PreparedStatement {
        PostgresStatement(text: text, places: PostgresWords.places(in: text), session: self)
    }

    func script(_ text: String) throws {
        try failing { _ = try connection.script(text) }
    }

    func now() throws -> Int64 {
        var now: Int64 = 0
        try each("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)") { row in
            now = try row[0]
            return false
        }
        return now
    }

    func announce(_ topic: String, _ detail: String) throws {
        try each("SELECT pg_notify(\(PostgresEngine.channel), \("\(topic) \(detail)"))") { _ in false }
    }

    func statements(of migration: Migration) -> String { PostgresWords.statements(of: migration) }

    func hasTable(_ name: String) throws -> Bool {
        var has = false
        try each("SELECT to_regclass(\(name)) IS NOT NULL") { row in
            has = try row[0]
            return false
        }
        return has
    }

    func lockMigrations() throws {
        try script("LOCK TABLE schema_migration IN ACCESS EXCLUSIVE MODE")
    }

    // MARK: many rows

    /// Few rows are as fast one by one, and need no staging table.
    private static let fewRows = 8

    func merge(_ rows: [[SQLValue]], into table: BulkTable) throws {
        guard rows.count > Self.fewRows else {
            for row in rows { _ = try run(table.upsert, row) }
            return
        }
        let stage = try stage(rows, of: table)
        let order = table.key.isEmpty ? "" : "ORDER BY \(table.key.joined(separator: ", "))"
        let source = "SELECT \(table.columnList) FROM \(stage) WHERE merge_number = ? \(order)"
        _ = try run("\(table.insert) \(source) \(table.onConflict)", [.integer(merges)])
    }

    func insertNew(_ rows: [[SQLValue]], into table: BulkTable) throws -> [Int] {
        guard rows.count > Self.fewRows else {
            let insert = BulkTable(table.name, table.columns, key: table.key, conflict: .keep).upsert
            return try rows.indices.filter { try run(insert, rows[$0]) > 0 }
        }
        let stage = try stage(rows, of: table)
        let keys = table.key.joined(separator: ", ")
        let result = try failing {
            try connection.run(
                "\(table.insert) SELECT \(table.columnList) FROM \(stage) WHERE merge_number = ? ORDER BY \(keys) ON CONFLICT DO NOTHING RETURNING \(keys)",
                [.integer(merges)]
            )
        }
        if result.count == rows.count { return Array(rows.indices) }
        let inserted = Set(try (0..<result.count).map { row in try table.key.indices.map { try result.value(row, $0) ?? .null } })
        return rows.indices.filter { inserted.contains(Array(rows[$0][..<table.key.count])) }
    }

    fileprivate func run(_ text: String, _ values: [SQLValue]) throws -> Int {
        try failing { try connection.run(text, values).changed }
    }

    /// Copies rows into the connection's staging table for a table: temporary, so without a log, and emptied by every commit.
    /// - Returns: its name; the rows are those with the latest merge number.
    private func stage(_ rows: [[SQLValue]], of table: BulkTable) throws -> String {
        let name = "stage_\(table.name)"
        try failing {
            if !connection.staged.contains(name), madeStages.insert(name).inserted {
                let columns = table.columns.map { "\($0.name) \(PostgresBulk.type(of: $0.kind))" }
                try connection.script("CREATE TEMP TABLE \(name) (merge_number BIGINT, \(columns.joined(separator: ", "))) ON COMMIT DELETE ROWS")
            }
            merges += 1
            var copy = PostgresCopy()
            for row in rows { copy.add([.integer(merges)] + row) }
            try connection.copy("COPY \(name) (merge_number, \(table.columnList)) FROM STDIN (FORMAT binary)", copy.finished())
        }
        return name
    }
}

enum PostgresBulk {
    static func type(of kind: ColumnKind) -> String {
        switch kind {
        case .integer: "BIGINT"
        case .real: "DOUBLE PRECISION"
        case .text: #"TEXT COLLATE "C""#
        case .blob: "BYTEA"
        }
    }
}

private struct PostgresStatement: PreparedStatement {
    let text: String
    let places: Int
    let session: PostgresSession

    func run(_ values: [SQLValue]) throws -> Int {
        guard values.count == places else { throw StorageError.engine("\(values.count) values for \(places) places") }
        return try session.run(text, values)
    }
}
