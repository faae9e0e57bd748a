/// One numbered step of the schema: literal SQL, never changed once it has shipped.
///
/// Where the engines' words differ the text holds a placeholder in braces:
/// `{blob}` a column of bytes, `{strict}` after a table's closing bracket,
/// `{clustered}` the same for a table that lives in its primary key.
public struct Migration: Sendable {
    public let number: Int
    public let name: String
    let text: String

    public init(_ number: Int, _ name: String, _ text: String) {
        self.number = number
        self.name = name
        self.text = text
    }

    /// The statements in SQLite's words.
    var statements: String {
        [("{blob}", "BLOB"), ("{strict}", "STRICT"), ("{clustered}", "STRICT, WITHOUT ROWID")].reduce(text) { text, word in
            text.split(separator: word.0, omittingEmptySubsequences: false).joined(separator: word.1)
        }
    }
}
