/// A table as the engine describes it: for copying a database and for checking how it may be spread.
public struct TableShape: Sendable, Equatable {
    public let name: String
    public let columns: [Column]
    /// The columns of the primary key, in its order.
    public let key: [String]
    /// The column whose ranges it is partitioned by; always nil on SQLite.
    public let partitionColumn: String?
    /// Tables it refers to.
    public let references: [String]

    public struct Column: Sendable, Equatable {
        public let name: String
        public let kind: ColumnKind

        public init(name: String, kind: ColumnKind) {
            self.name = name
            self.kind = kind
        }
    }

    public init(name: String, columns: [Column], key: [String], partitionColumn: String? = nil, references: [String] = []) {
        self.name = name
        self.columns = columns
        self.key = key
        self.partitionColumn = partitionColumn
        self.references = references
    }
}

extension Connection {
    /// All tables but the engine's own and single partitions, by name.
    public func tables() throws -> [TableShape] {
        try session.tables()
    }
}
