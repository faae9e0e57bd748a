import Storage

/// Tables that get many rows at once; each is described beside the SQL that fills it.
enum TelemetryTables {}

extension Connection {
    /// Inserts rows that cannot be there yet.
    /// - Throws: `StorageError.constraint` when one is.
    func insertAll(_ rows: [[SQLValue]], into table: BulkTable) throws {
        let inserted = try insertNew(table.ordered(rows), into: table)
        guard inserted.count == rows.count else {
            throw StorageError.constraint("\(table.name) has \(rows.count - inserted.count) of the rows already")
        }
    }

    /// As `merge`, for rows in any order.
    func add(_ rows: [[SQLValue]], to table: BulkTable) throws {
        try merge(table.ordered(rows), into: table)
    }
}

extension BulkTable {
    /// Two nodes that write the same rows in the same order cannot wait for each other. Mostly they are in order already.
    func ordered(_ rows: [[SQLValue]]) -> [[SQLValue]] {
        ordered(rows, by: \.self)
    }

    /// - Parameter row: leads with the key.
    func ordered<Element>(_ elements: [Element], by row: (Element) -> [SQLValue]) -> [Element] {
        let inOrder = zip(elements, elements.dropFirst()).allSatisfy { !isAscending(row($1), row($0)) }
        return inOrder ? elements : elements.sorted { isAscending(row($0), row($1)) }
    }

    private func isAscending(_ one: [SQLValue], _ other: [SQLValue]) -> Bool {
        for place in key.indices where one[place] != other[place] {
            switch (one[place], other[place]) {
            case (.integer(let one), .integer(let other)): return one < other
            // Bytes decide, as they do for the engines.
            case (.text(let one), .text(let other)): return one.utf8.lexicographicallyPrecedes(other.utf8)
            default: return false
            }
        }
        return false
    }
}

extension SQLValue {
    static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
    static func text(_ value: Platform) -> SQLValue { .text(value.rawValue) }
}
