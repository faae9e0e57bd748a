/// A table that gets many rows at once, and what happens to rows that are there already.
public struct BulkTable: Sendable {
    public let name: String
    public let columns: [Column]
    /// The columns of the key that decides whether a row is there already.
    public let key: [String]
    public let conflict: Conflict

    public struct Column: Sendable {
        public let name: String
        public let kind: ColumnKind

        public init(_ name: String, _ kind: ColumnKind) {
            self.name = name
            self.kind = kind
        }
    }

    public enum Conflict: Sendable {
        /// The row that is there stays.
        case keep
        /// These columns are added up.
        case add([String])
        /// These columns are taken over, under a condition on the row that is there and on `excluded`, e.g. `excluded.at >= device.at`.
        case replace([String], when: String? = nil)
    }

    /// - Parameters:
    ///   - columns: in the order of each row's values.
    ///   - key: all of it at the front of `columns`.
    public init(_ name: String, _ columns: [Column], key: [String], conflict: Conflict) {
        self.name = name
        self.columns = columns
        self.key = key
        self.conflict = conflict
    }

    /// `INSERT INTO … (…)`, up to where the rows come from.
    var insert: String { "INSERT INTO \(name) (\(columnList))" }

    var columnList: String { columns.map(\.name).joined(separator: ", ") }

    /// With a question mark for each column.
    var upsert: String { "\(insert) VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \(onConflict)" }

    /// What is to be done, as the clause of an INSERT.
    var onConflict: String {
        let target = "ON CONFLICT (\(key.joined(separator: ", ")))"
        switch conflict {
        case .keep: return "ON CONFLICT DO NOTHING"
        case .add(let columns): return "\(target) DO UPDATE SET \(columns.map { "\($0) = \(name).\($0) + excluded.\($0)" }.joined(separator: ", "))"
        case .replace(let columns, let condition):
            let sets = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
            return "\(target) DO UPDATE SET \(sets)" + (condition.map { " WHERE \($0)" } ?? "")
        }
    }
}

/// What kind of value a column holds.
public enum ColumnKind: String, Sendable, Codable {
    case integer
    case real
    case text
    case blob
}

extension Connection {
    /// Adds many rows: one prepared statement on SQLite, COPY into a staging table and one merge on PostgreSQL.
    /// - Parameter rows: each key once, in ascending order of the key, so that two nodes that merge at the same time cannot wait for each other.
    public func merge(_ rows: [[SQLValue]], into table: BulkTable) throws {
        guard !rows.isEmpty else { return }
        try session.merge(rows, into: table)
    }

    /// Inserts the rows that are not there yet, whatever the table's `conflict` says.
    /// - Parameter rows: each key once, in ascending order of the key.
    /// - Returns: the places of those really inserted, ascending.
    public func insertNew(_ rows: [[SQLValue]], into table: BulkTable) throws -> [Int] {
        guard !rows.isEmpty else { return [] }
        return try session.insertNew(rows, into: table)
    }
}
