/// What a database runs on: SQLite in a file, or a PostgreSQL server. Nothing outside this target knows which.
protocol Engine: Sendable {
    var kind: DatabaseKind { get }
    func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value
    func write<Value: Sendable>(_ isolation: Isolation, _ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value
    func longRead<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value
    func announcements() -> AsyncStream<Announcement>
    /// Connections that are busy and connections there may be.
    var load: DatabaseLoad { get }
    func close() throws
}

/// Which of the two engines.
public enum DatabaseKind: String, Sendable, Codable {
    case sqlite
    case postgres
}

/// How busy a database's connections are.
public struct DatabaseLoad: Sendable, Equatable {
    /// Connections in use now; always 0 where the engine does not say.
    public var busy = 0
    /// Tasks that wait for one.
    public var waiting = 0
    /// Connections there may be at once.
    public var limit = 0
}

/// How a transaction is kept from others that run at the same time. SQLite has one writer, so there both are the same.
public enum Isolation: Sendable {
    /// As if transactions came one after the other; one that cannot be is run again from the start.
    case serializable
    /// Each statement sees what was committed before it began: for bulk paths whose every statement is right by itself.
    case readCommitted
}

/// One open transaction of an engine.
protocol Session {
    func run(_ sql: SQL) throws -> Int
    /// Rows in their order, until `row` answers false.
    func each(_ sql: SQL, _ row: (Row) throws -> Bool) throws
    func prepare(_ text: String) throws -> any PreparedStatement
    /// Statements without values, as migrations have them.
    func script(_ text: String) throws
    func now() throws -> Int64
    func announce(_ topic: String, _ detail: String) throws
    func merge(_ rows: [[SQLValue]], into table: BulkTable) throws
    func insertNew(_ rows: [[SQLValue]], into table: BulkTable) throws -> [Int]
    func makeDays(_ table: DailyTable, _ days: ClosedRange<Int>) throws
    func dropDays(_ table: DailyTable, before day: Int) throws -> Bool
    func statements(of migration: Migration) -> String
    func hasTable(_ name: String) throws -> Bool
    /// Keeps other nodes from migrating until the transaction ends.
    func lockMigrations() throws
    func tables() throws -> [TableShape]
    func rules(of table: TableShape) throws -> TableRules
    func facts() throws -> DatabaseFacts
    func damage() throws -> [String]
    func madeDays(_ table: DailyTable) throws -> Set<Int>?
    func setAside(as name: String) throws
}

protocol PreparedStatement {
    func run(_ values: [SQLValue]) throws -> Int
}

/// One row of an engine's answer.
protocol RowValues {
    /// - Returns: nil when there is no such column.
    func value(_ column: String) throws -> SQLValue?
    func value(at index: Int) throws -> SQLValue?
    var columns: [String] { get }
}
