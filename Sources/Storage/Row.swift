import GRDB

/// One row of an answer, read by column name or, where many rows come back, by place.
public struct Row {
    let row: GRDB.Row

    /// - Throws: `StorageError.column` when there is no such column or it holds another kind of value.
    public subscript<Value: SQLConvertible>(_ column: String) -> Value {
        get throws { try convert(row[column] ?? (row.hasColumn(column) ? .null : nil), column) }
    }

    /// By place, counted from 0.
    public subscript<Value: SQLConvertible>(_ index: Int) -> Value {
        get throws { try convert(index < row.count ? row[index] as DatabaseValue : nil, "#\(index)") }
    }

    private func convert<Value: SQLConvertible>(_ value: DatabaseValue?, _ column: String) throws -> Value {
        guard let value, let converted = Value(sqlValue: SQLValue(value)) else {
            throw StorageError.column(column, in: row.columnNames.joined(separator: " "))
        }
        return converted
    }
}

extension SQLValue {
    init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .string(let value): self = .text(value)
        case .blob(let value): self = .blob([UInt8](value))
        }
    }
}
