import Hummingbird

/// A table for spreadsheets: UTF-8 with a byte order mark, CRLF, and no cell that a spreadsheet would run as a formula.
public struct CSV: Sendable {
    /// What a file of this kind begins with, so that spreadsheets take it for UTF-8.
    static let mark = "\u{FEFF}"

    private var text: String

    public init(_ header: [String]) {
        text = Self.mark + Self.line(header)
    }

    /// Adds a row.
    public mutating func append(_ cells: [String]) {
        text += Self.line(cells)
    }

    static func line(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    static func cell(_ value: String) -> String {
        let guarded = startsFormula(value) ? "'" + value : value
        guard guarded.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return guarded }
        let doubled = guarded.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) }
        return "\"\(doubled)\""
    }

    /// By OWASP's "CSV Injection", which also names the full-width forms of the four signs; negative numbers stay numbers.
    private static func startsFormula(_ value: String) -> Bool {
        guard let first = value.unicodeScalars.first else { return false }
        return "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first) && Double(value) == nil
    }

    /// The table as a download.
    /// - Parameter name: of the file, in ASCII.
    public func response(name: String) -> Response {
        Response(bytes: Array(text.utf8), type: "text/csv; charset=utf-8", downloadName: name)
    }
}
