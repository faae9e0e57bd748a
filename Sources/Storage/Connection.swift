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

    private func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw StorageError.constraint(error.message ?? error.extendedResultCode.description)
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
