import Foundation

/// The text of a file, piece by piece: a table with its heading, or `{"items":[…],"next":…}`, where `next` is the cursor to go on at
/// when the list is longer than a file may be.
struct ExportWriter<Item: Codable & Sendable> {
    private let format: ExportFormat
    private let encoder: JSONEncoder
    private let columns: ExportColumns
    private var separator = "\n"

    init(format: ExportFormat, encoder: JSONEncoder) throws {
        self.format = format
        self.encoder = encoder
        columns = ExportColumns(of: try .of(Item.self))
    }

    var start: String {
        switch format {
        case .csv: CSV.mark + CSV.line(columns.names)
        case .json: #"{"items":["#
        }
    }

    mutating func item(_ item: Item) throws -> String {
        let json = try encoder.encode(item)
        switch format {
        case .csv: return CSV.line(columns.row(try JSONDecoder().decode(JSONValue.self, from: json)))
        case .json:
            defer { separator = ",\n" }
            return separator + String(decoding: json, as: UTF8.self)
        }
    }

    func end(next: String?) -> String {
        switch format {
        case .csv: ""
        case .json: "\n],\"next\":\((next.map(JSONValue.string) ?? .null).text())}\n"
        }
    }
}
