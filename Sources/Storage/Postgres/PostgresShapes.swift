extension PostgresSession {
    func tables() throws -> [TableShape] {
        var names: [(name: String, partition: String?)] = []
        try each(
            """
            SELECT c.relname, (SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
                WHERE p.partrelid = c.oid)
            FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
                AND c.relname <> 'schema_migration'
            ORDER BY c.relname
            """
        ) { row in
            names.append((try row[0], try row[1]))
            return true
        }
        return try names.map { name, partition in
            TableShape(
                name: name,
                columns: try columns(of: name),
                key: try texts(
                    """
                    SELECT a.attname FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place)
                    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
                    WHERE i.indisprimary AND i.indrelid = CAST(CAST(\(name) AS text) AS regclass) ORDER BY k.place
                    """
                ),
                partitionColumn: partition,
                references: try texts(
                    """
                    SELECT DISTINCT confrelid::regclass::text AS target FROM pg_constraint
                    WHERE contype = 'f' AND conrelid = CAST(CAST(\(name) AS text) AS regclass) ORDER BY target
                    """
                )
            )
        }
    }

    private func columns(of table: String) throws -> [TableShape.Column] {
        var columns: [TableShape.Column] = []
        try each(
            """
            SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
            WHERE attrelid = CAST(CAST(\(table) AS text) AS regclass) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """
        ) { row in
            columns.append(TableShape.Column(name: try row[0], kind: Self.kind(try row[1])))
            return true
        }
        return columns
    }

    private static func kind(_ type: String) -> ColumnKind {
        switch type {
        case "bytea": .blob
        case "text": .text
        case "double precision": .real
        default: .integer
        }
    }
}
