import CPostgres
import Foundation

/// An answer of the server, its values in binary format.
final class PostgresResult {
    private let result: OpaquePointer
    private let types: [Oid]

    /// Takes libpq's result over; it is freed with this value.
    /// - Throws: `PostgresFailure` when the statement failed.
    init(_ result: OpaquePointer?, of connection: OpaquePointer) throws {
        guard let result else { throw PostgresFailure(connection) }
        let status = PQresultStatus(result)
        guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_COPY_IN || status == PGRES_EMPTY_QUERY else {
            defer { PQclear(result) }
            throw PostgresFailure(result, connection)
        }
        self.result = result
        types = (0..<PQnfields(result)).map { PQftype(result, $0) }
    }

    deinit {
        PQclear(result)
    }

    var count: Int { Int(PQntuples(result)) }

    /// How many rows an INSERT, UPDATE or DELETE changed.
    var changed: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The command's name, e.g. `COMMIT`, or `ROLLBACK` where a COMMIT came after a failure.
    var command: String { String(cString: PQcmdStatus(result)) }

    var columns: [String] { (0..<PQnfields(result)).map { String(cString: PQfname(result, $0)) } }

    func index(of column: String) -> Int? {
        let index = PQfnumber(result, "\"\(column)\"")
        return index < 0 ? nil : Int(index)
    }

    /// - Returns: nil when there is no such column.
    func value(_ row: Int, _ column: Int) throws -> SQLValue? {
        guard column < types.count else { return nil }
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        return try PostgresValue.read(bytes, type: types[Int(column)])
    }
}

/// One row of such an answer.
struct PostgresRow: RowValues {
    let result: PostgresResult
    let row: Int

    func value(_ column: String) throws -> SQLValue? {
        try result.index(of: column).flatMap { try result.value(row, $0) }
    }

    func value(at index: Int) throws -> SQLValue? {
        try result.value(row, index)
    }

    var columns: [String] { result.columns }
}

extension PostgresFailure {
    /// The connection's own failure.
    init(_ connection: OpaquePointer) {
        self.init(state: "", message: String(cString: PQerrorMessage(connection)).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// A statement's failure, or the connection's where it broke.
    init(_ result: OpaquePointer, _ connection: OpaquePointer) {
        let isBroken = PQstatus(connection) == CONNECTION_BAD
        var state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        // A check without a name is a partition's: the day's was made between finding the row its place and putting it there.
        if state == "23514", PQresultErrorField(result, Int32(UInt8(ascii: "n"))) == nil { state = "40001" }
        let message = String(cString: PQresultErrorField(result, Int32(UInt8(ascii: "M"))) ?? PQresultErrorMessage(result))
        self.init(state: isBroken && !state.hasPrefix("57P") ? "" : state, message: message.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
