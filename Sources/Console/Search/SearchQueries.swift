import Storage

extension Connection {
    /// Asks each app in turn, so that none with many rows hides the others.
    /// - Parameter find: of one app, that may read so many rows.
    func found(in apps: [String], _ find: (_ app: String, _ rows: Int) throws -> [SearchHit]) throws -> [SearchHit] {
        let rows = SearchBounds.rows(apps: apps.count)
        return try apps.flatMap { try find($0, rows) }
    }

    /// Of each app the rows that have the words in them, among its newest ones: nothing has an index for words. The nearest come first.
    /// - Parameters:
    ///   - newest: an app's rows, the newest first, with their columns by name.
    ///   - words: the expression that is looked through.
    ///   - title: what a row is called, which says how near it is; nil where all are as near.
    ///   - time: of those as near, the latest comes first.
    func found(
        _ text: SearchText,
        in apps: [String],
        _ limit: Int,
        newest: (_ app: String) -> SQL,
        words: SQL,
        title: SQL?,
        time: SQL = "created_at",
        hit: (_ app: String, _ row: Row) throws -> SearchHit
    ) throws -> [SearchHit] {
        let nearness: SQL = title.map { "\(text.nearness($0)), " } ?? ""
        return try found(in: apps) { app, rows in
            try all(
                """
                SELECT * FROM (\(newest(app)) LIMIT \(rows)) AS newest
                WHERE \(text.isIn(words)) ORDER BY \(nearness)\(time) DESC LIMIT \(limit)
                """
            ) { try hit(app, $0) }
        }
    }
}

extension SearchText {
    /// Every word is somewhere in the text of this expression.
    func isIn(_ expression: SQL) -> SQL {
        .all(words.map { "lower(\(expression)) LIKE \(SQL.containing($0)) ESCAPE '\\'" })
    }

    /// 0 for the very text, 1 for a beginning, 2 for all else: to sort by.
    func nearness(_ column: SQL) -> SQL {
        let beginning = String(SQL.containing(folded).dropFirst())
        return "CASE WHEN lower(\(column)) = \(folded) THEN 0 WHEN lower(\(column)) LIKE \(beginning) ESCAPE '\\' THEN 1 ELSE 2 END"
    }
}
