import HTTPTypes
import Hummingbird
import NIOCore

/// A table for spreadsheets: UTF-8 with a byte order mark, CRLF, and no cell that a spreadsheet would run as a formula.
public struct CSV: Sendable {
    private var text: String

    public init(_ header: [String]) {
        text = "\u{FEFF}"
        append(header)
    }

    public mutating func append(_ cells: [String]) {
        text += cells.map(Self.cell).joined(separator: ",") + "\r\n"
    }

    static func cell(_ value: String) -> String {
        let scalars = value.unicodeScalars
        let guarded = scalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false && Double(value) == nil ? "'" + value : value
        guard guarded.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return guarded }
        let doubled = guarded.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) }
        return "\"\(doubled)\""
    }

    /// - Parameter name: of the file, in ASCII.
    public func response(name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }
}
