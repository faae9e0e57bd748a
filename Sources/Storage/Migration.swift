import Foundation

/// One numbered step of the schema: literal SQL, never changed once it has shipped.
///
/// Where the engines' words differ the text holds a placeholder in braces:
/// `{blob}` a column of bytes, `{strict}` after a table's closing bracket,
/// `{clustered}` the same for a table that lives in its primary key. Statements of their own are `{append_only:<table>};`, which lets
/// nobody change or delete the table's rows, `{daily:<table>.<column>:<units per day>};`, which has PostgreSQL partition the (empty) table by ranges of
/// that column, see ``DailyTable``, and `{external:<table>.<column>};` for bytes that are compressed already.
/// `BIGINT`, the standard's word, is `INTEGER` to a STRICT table; on PostgreSQL `INTEGER` has 32 bits.
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

    /// The text with every `{<word>:…};` replaced.
    func replacing(_ word: String, in text: String, with statements: ([Substring]) -> String) -> String {
        var rest = text[...]
        var result = ""
        while let start = rest.range(of: "{\(word):"), let end = rest[start.upperBound...].range(of: "};") {
            result += rest[..<start.lowerBound]
            result += statements(rest[start.upperBound..<end.lowerBound].split(whereSeparator: { ":.".contains($0) }))
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}
