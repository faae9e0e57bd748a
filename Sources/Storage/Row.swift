/// One row of an answer, read by column name or, where many rows come back, by place.
public struct Row {
    let values: any RowValues

    /// - Throws: `StorageError.column` when there is no such column or it holds another kind of value.
    public subscript<Value: SQLConvertible>(_ column: String) -> Value {
        get throws { try convert(try values.value(column), column) }
    }

    /// By place, counted from 0.
    public subscript<Value: SQLConvertible>(_ index: Int) -> Value {
        get throws { try convert(try values.value(at: index), "#\(index)") }
    }

    private func convert<Value: SQLConvertible>(_ value: SQLValue?, _ column: String) throws -> Value {
        guard let value, let converted = Value(sqlValue: value) else {
            throw StorageError.column(column, in: values.columns.joined(separator: " "))
        }
        return converted
    }
}
