import Foundation
import GRDB

/// An open connection inside a read or a transaction. Valid only in the closure it was given to.
public struct Connection {
    let database: GRDB.Database

    /// Runs a statement that returns nothing.
    /// - Returns: how many rows it changed.
    @discardableResult
    public func run(_ sql: SQL) throws -> Int {
        try translatingErrors {
            let statement = try database.cachedStatement(sql: sql.text)
            try statement.execute(arguments: sql.arguments)
            return database.changesCount
        }
    }

    /// All rows, each made into a value.
    public func all<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> [Value] {
        try translatingErrors {
            let statement = try database.cachedStatement(sql: sql.text)
            let rows = try GRDB.Row.fetchCursor(statement, arguments: sql.arguments)
            var values: [Value] = []
            while let row = try rows.next() {
                values.append(try make(Row(row: row)))
            }
            return values
        }
    }

    /// The first row made into a value, or nil when there is none.
    public func first<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> Value? {
        try translatingErrors {
            let statement = try database.cachedStatement(sql: sql.text)
            let rows = try GRDB.Row.fetchCursor(statement, arguments: sql.arguments)
            return try rows.next().map { try make(Row(row: $0)) }
        }
    }

    /// The first column of the first row.
    public func value<Value: SQLConvertible>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
        try first(sql) { try $0[0] }
    }

    /// Prepares a statement for many runs; `?` stands where values are bound.
    public func prepare(_ text: StaticString) throws -> Statement {
        try translatingErrors { Statement(try database.cachedStatement(sql: "\(text)")) }
    }
}

/// The engine's errors in the console's words.
func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as DatabaseError {
        throw StorageError(error)
    }
}

func translatingErrorsAsync<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as DatabaseError {
        throw StorageError(error)
    }
}

extension StorageError {
    fileprivate init(_ error: DatabaseError) {
        self.init(code: error.extendedResultCode.rawValue, message: error.message ?? error.extendedResultCode.description)
    }

    /// - Parameter code: SQLite's result code, extended or not (sqlite.org/rescode.html).
    init(code: Int32, message: String) {
        switch ResultCode(rawValue: code).primaryResultCode {
        case .SQLITE_CONSTRAINT: self = .constraint(message)
        case .SQLITE_FULL: self = .full(message)
        case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_READONLY: self = .disk(message)
        default: self = .engine(message)
        }
    }
}

extension SQL {
    fileprivate var arguments: StatementArguments {
        StatementArguments(values.map(\.databaseValue))
    }
}

extension SQLValue {
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
