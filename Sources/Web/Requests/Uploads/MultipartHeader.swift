/// What stands above one part of a multipart form.
struct MultipartHeader: Equatable {
    /// Of the field.
    let name: String
    /// As it was sent; empty where a field for a file was left empty, nil for a field that is none.
    let fileName: String?
    let type: String

    /// The boundary that a `Content-Type` of `multipart/form-data` names; nil for any other type.
    /// RFC 2046, section 5.1.1: 1 to 70 characters of a few kinds.
    static func boundary(_ contentType: String) -> String? {
        guard let value = Parameters(contentType), value.word == "multipart/form-data", let boundary = value["boundary"] else { return nil }
        let allowed = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? ".utf8
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(allowed.contains), boundary.utf8.last != UInt8(ascii: " ") else {
            return nil
        }
        return boundary
    }

    /// The lines as they come.
    struct Lines {
        private var disposition: String?
        private var type: String?

        /// - Throws: `malformed` for what is no field of a header in UTF-8, or one of ours that comes twice. Those that forms do not have are passed over.
        mutating func add(_ line: [UInt8]) throws {
            guard let text = String(validating: line, as: UTF8.self), !line.contains(0), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw MultipartReader.malformed
            }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = String(text.utf8.dropFirst(colon + 1).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? ""
            switch name {
            case "content-disposition": try Self.set(&disposition, value)
            case "content-type": try Self.set(&type, value)
            default: break
            }
        }

        private static func set(_ field: inout String?, _ value: String) throws {
            guard field == nil else { throw MultipartReader.malformed }
            field = value
        }

        func read() throws -> MultipartHeader {
            guard let disposition, let value = Parameters(disposition), value.word == "form-data", let name = value["name"] else {
                throw MultipartReader.malformed
            }
            return MultipartHeader(name: name, fileName: value["filename"], type: type ?? "text/plain")
        }
    }
}

/// A word and its parameters: `form-data; name="a"; filename="b.zip"`.
private struct Parameters {
    let word: String
    private var values: [String: String] = [:]

    subscript(_ name: String) -> String? { values[name] }

    /// - Returns: nil for what has another form, and for a parameter that comes twice.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        word = String(decoding: Self.token(&rest), as: UTF8.self).lowercased()
        guard !word.isEmpty else { return nil }
        while true {
            Self.skipSpace(&rest)
            guard rest.popFirst().map({ $0 == UInt8(ascii: ";") }) ?? true else { return nil }
            Self.skipSpace(&rest)
            if rest.isEmpty { return }
            let name = String(decoding: Self.token(&rest), as: UTF8.self).lowercased()
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="), let value = Self.value(&rest) else { return nil }
            guard values.updateValue(value, forKey: name) == nil else { return nil }
        }
    }

    private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    private static func token(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let token = rest.prefix { $0 > 0x20 && $0 < 0x7F && !";=\"".utf8.contains($0) }
        rest = rest.dropFirst(token.count)
        return token
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return String(decoding: token(&rest), as: UTF8.self) }
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: unescaped(bytes), as: UTF8.self) }
            let isEscape = byte == UInt8(ascii: "\\") && (rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\\"))
            bytes.append(isEscape ? rest.popFirst() ?? byte : byte)
        }
        return nil
    }

    /// Browsers write the three characters that would end a value as `%22`, `%0D` and `%0A` and nothing else (HTML, "multipart/form-data encoding").
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var (rest, result) = (bytes[...], [UInt8]())
        while let byte = rest.first {
            let known = escapes.first { rest.starts(with: $0.text.utf8) }
            result.append(known?.byte ?? byte)
            rest = rest.dropFirst(known == nil ? 1 : 3)
        }
        return result
    }

    private static let escapes: [(text: String, byte: UInt8)] = [
        ("%22", 0x22), ("%0D", 0x0D), ("%0d", 0x0D), ("%0A", 0x0A), ("%0a", 0x0A),
    ]
}
