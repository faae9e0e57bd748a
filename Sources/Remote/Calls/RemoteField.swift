import Foundation

/// `name=text`, `name:=JSON` or `name@file`. A name that is given several times is a list, and so is `name[]=text`, also of one.
struct RemoteField: Sendable {
    enum Value: Sendable {
        case text(String)
        /// Checked.
        case json(String)
        case file(String)
    }

    let name: String
    let isList: Bool
    let value: Value

    var isFile: Bool {
        if case .file = value { true } else { false }
    }

    init(_ text: String) throws {
        guard let found = text.wholeMatch(of: #/([A-Za-z][A-Za-z0-9_.-]*)(\[\])?(:=|=|@)((?s).*)/#) else {
            throw RemoteCallError("\(RemoteText.clean(text)) is none of name=text, name:=JSON and name@file")
        }
        let rest = String(found.output.4)
        name = String(found.output.1)
        isList = found.output.2 != nil
        switch found.output.3 {
        case "=": value = .text(rest)
        case "@": value = .file(rest)
        default:
            guard Self.parsed(rest) != nil else { throw RemoteCallError("what \(name) has is not JSON; text is \(name)=…") }
            value = .json(rest)
        }
    }

    private static func parsed(_ json: String) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    }

    /// As it stands in a query or a form.
    func text() throws -> String {
        switch value {
        case .text(let text), .json(let text): text
        case .file: throw RemoteCallError("\(name) is a file, and this takes none")
        }
    }

    /// One object of all of them.
    static func json(_ fields: [RemoteField]) throws -> [UInt8] {
        var object: [String: Any] = [:]
        for (name, all) in Dictionary(grouping: fields, by: \.name) {
            let values = all.compactMap(\.object)
            object[name] = values.count == 1 && !all[0].isList ? values[0] : values
        }
        return [UInt8](try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes]))
    }

    private var object: Any? {
        switch value {
        case .text(let text): text
        case .json(let json): Self.parsed(json)
        case .file: nil
        }
    }

    /// `multipart/form-data` (RFC 7578): the console wants files behind the other fields.
    static func form(_ fields: [RemoteField], boundary: String) throws -> RemoteBody {
        var pieces: [RemoteBody.Piece] = []
        for field in fields where !field.isFile {
            let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n"
            pieces.append(.bytes(Array("\(head)\(try field.text())\r\n".utf8)))
        }
        for field in fields {
            guard case .file(let path) = field.value else { continue }
            let file = try RemoteFile(path)
            let place = "name=\"\(field.name)\"; filename=\"\(escaped(file.name))\""
            let head = "--\(boundary)\r\nContent-Disposition: form-data; \(place)\r\nContent-Type: application/octet-stream\r\n\r\n"
            pieces += [.bytes(Array(head.utf8)), .file(file), .bytes(Array("\r\n".utf8))]
        }
        return RemoteBody(pieces + [.bytes(Array("--\(boundary)--\r\n".utf8))], mediaType: "multipart/form-data; boundary=\(boundary)")
    }

    /// As browsers write it (HTML, "multipart/form-data encoding algorithm").
    private static func escaped(_ name: String) -> String {
        name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
