/// One numbered step of the schema: literal SQL, never changed once it has shipped.
///
/// Where the engines' words differ the text holds a placeholder in braces:
/// `{blob}` a column of bytes, `{strict}` after a table's closing bracket,
/// `{clustered}` the same for a table that lives in its primary key, `{append_only:<table>}` a statement of its own that lets
/// nobody change or delete the table's rows. `BIGINT`, the standard's word, is `INTEGER` to a STRICT table.
public struct Migration: Sendable {
    /// From 1; gives the order.
    public let number: Int
    /// For people.
    public let name: String
    let text: String

    public init(_ number: Int, _ name: String, _ text: String) {
        self.number = number
        self.name = name
        self.text = text
    }

    /// The statements in SQLite's words.
    var statements: String {
        let words = [("{blob}", "BLOB"), ("{strict}", "STRICT"), ("{clustered}", "STRICT, WITHOUT ROWID"), ("BIGINT", "INTEGER")]
        return words.reduce(appendOnly(text)) { text, word in text.replacing(word.0, with: word.1) }
    }

    private func appendOnly(_ text: String) -> String {
        text.replacing(#/\{append_only:([a-z_]+)\};/#) { match in
            ["update", "delete"].map { change in
                """
                CREATE TRIGGER \(match.1)_no_\(change) BEFORE \(change.uppercased()) ON \(match.1)
                BEGIN SELECT RAISE(ABORT, '\(match.1) only grows'); END;
                """
            }
            .joined(separator: "\n")
        }
    }
}
