/// What a table demands of its rows beyond its primary key: decides how the table may be spread over servers.
public struct TableRules: Sendable, Equatable {
    /// Columns of each unique index but the primary key's.
    public var unique: [[String]] = []
    /// Columns that the engine counts up by itself: sequences, identity columns, AUTOINCREMENT.
    public var counted: [String] = []
    public var references: [Reference] = []

    public init() {}

    public struct Reference: Sendable, Equatable {
        public let columns: [String]
        public let table: String
        /// The columns meant there, in the same order.
        public let targets: [String]
    }
}

extension Connection {
    public func rules(of table: TableShape) throws -> TableRules {
        try session.rules(of: table)
    }
}

extension SQLiteSession {
    func rules(of table: TableShape) throws -> TableRules {
        var rules = TableRules()
        try each("SELECT name FROM pragma_index_list(\(table.name)) WHERE \"unique\" = 1 AND origin <> 'pk' ORDER BY name") { row in
            rules.unique.append(try texts("SELECT name FROM pragma_index_info(\(try row[0] as String)) ORDER BY seqno"))
            return true
        }
        try each("SELECT 1 FROM sqlite_schema WHERE name = \(table.name) AND upper(sql) LIKE '%AUTOINCREMENT%'") { _ in
            rules.counted = table.key
            return true
        }
        try each("SELECT DISTINCT id, \"table\" FROM pragma_foreign_key_list(\(table.name)) ORDER BY id DESC") { row in
            let id: Int = try row[0]
            let target: String = try row[1]
            let columns = try texts("SELECT \"from\" FROM pragma_foreign_key_list(\(table.name)) WHERE id = \(id) ORDER BY seq")
            let targets = try texts("SELECT coalesce(\"to\", '') FROM pragma_foreign_key_list(\(table.name)) WHERE id = \(id) ORDER BY seq")
            rules.references.append(TableRules.Reference(columns: columns, table: target, targets: targets))
            return true
        }
        return rules.sorted
    }
}

extension PostgresSession {
    func rules(of table: TableShape) throws -> TableRules {
        var rules = TableRules()
        rules.unique = try lists(
            """
            SELECT (SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(i.indkey) WITH ORDINALITY AS k (number, place)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number)
            FROM pg_index i WHERE i.indrelid = CAST(CAST(\(table.name) AS text) AS regclass) AND i.indisunique AND NOT i.indisprimary
            """
        )
        rules.counted = try texts(
            """
            SELECT a.attname FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            WHERE a.attrelid = CAST(CAST(\(table.name) AS text) AS regclass) AND a.attnum > 0 AND NOT a.attisdropped
                AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%') ORDER BY a.attname
            """
        )
        try each(
            """
            SELECT (SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k (number, place)
                    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number),
                c.confrelid::regclass::text,
                (SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY AS k (number, place)
                    JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number)
            FROM pg_constraint c WHERE c.contype = 'f' AND c.conparentid = 0 AND c.conrelid = CAST(CAST(\(table.name) AS text) AS regclass)
            """
        ) { row in
            rules.references.append(TableRules.Reference(columns: Self.split(try row[0]), table: try row[1], targets: Self.split(try row[2])))
            return true
        }
        return rules.sorted
    }

    private func lists(_ sql: SQL) throws -> [[String]] { try texts(sql).map(Self.split) }

    private static func split(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
}

extension TableRules {
    /// The same on both engines.
    fileprivate var sorted: TableRules {
        var rules = self
        rules.unique.sort { $0.joined(separator: ",") < $1.joined(separator: ",") }
        rules.references.sort { ($0.table, $0.columns.joined(separator: ",")) < ($1.table, $1.columns.joined(separator: ",")) }
        return rules
    }
}
