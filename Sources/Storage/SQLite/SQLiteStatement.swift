import GRDB
import GRDBSQLite

/// A statement of SQLite, bound through its C interface: GRDB's arguments cost five times as much.
struct SQLiteStatement: PreparedStatement {
    private let statement: GRDB.Statement
    private let handle: OpaquePointer
    private let places: Int

    init(_ statement: GRDB.Statement) {
        self.statement = statement
        handle = statement.sqliteStatement
        places = Int(sqlite3_bind_parameter_count(handle))
    }

    func run(_ values: [SQLValue]) throws -> Int {
        guard values.count == places else { throw StorageError.engine("\(values.count) values for \(places) places") }
        // Whoever ran it before may have left it at its last row, where nothing can be bound.
        sqlite3_reset(handle)
        for (index, value) in values.enumerated() {
            try check(value.bind(to: handle, at: Int32(index + 1)), SQLITE_OK)
        }
        defer { sqlite3_reset(handle) }
        try check(sqlite3_step(handle), SQLITE_DONE)
        return Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    private func check(_ code: Int32, _ wanted: Int32) throws {
        guard code != wanted else { return }
        let database = sqlite3_db_handle(handle)
        throw StorageError(code: sqlite3_extended_errcode(database), message: String(cString: sqlite3_errmsg(database)))
    }
}

extension SQLValue {
    /// SQLite copies texts and blobs.
    fileprivate func bind(to handle: OpaquePointer, at place: Int32) -> Int32 {
        switch self {
        case .null: return sqlite3_bind_null(handle, place)
        case .integer(let value): return sqlite3_bind_int64(handle, place, value)
        case .real(let value): return sqlite3_bind_double(handle, place, value)
        case .text(var value):
            return value.withUTF8 { sqlite3_bind_text64(handle, place, $0.baseAddress, UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8)) }
        case .blob(let value):
            return value.withUnsafeBytes { sqlite3_bind_blob64(handle, place, $0.baseAddress, UInt64($0.count), Self.copied) }
        }
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not import.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
