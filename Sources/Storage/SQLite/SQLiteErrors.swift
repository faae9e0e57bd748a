import GRDB

/// SQLite's errors in the console's words.
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
