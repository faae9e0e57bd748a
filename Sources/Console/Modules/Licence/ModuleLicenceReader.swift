/// Reads a licence expression: `WITH` binds closest, then `AND`, then `OR`.
struct ModuleLicenceReader {
    private let tokens: [Substring]
    private var place = 0
    private var depth = 0

    /// Parentheses in parentheses.
    private static let deepest = 16

    init(_ text: String) {
        var (tokens, rest) = ([Substring](), text[...])
        while let first = rest.unicodeScalars.first {
            if first == "(" || first == ")" {
                tokens.append(rest.prefix(1))
                rest = rest.dropFirst()
            } else if first.properties.isWhitespace {
                rest = rest.dropFirst()
            } else {
                let word = rest.prefix { $0 != "(" && $0 != ")" && !$0.isWhitespace }
                guard !word.isEmpty else { break }
                tokens.append(word)
                rest = rest[word.endIndex...]
            }
        }
        self.tokens = rest.isEmpty ? tokens : []
    }

    mutating func read() -> ModuleLicence.Expression? {
        guard let expression = alternatives(), place == tokens.count else { return nil }
        return expression
    }

    private mutating func alternatives() -> ModuleLicence.Expression? {
        guard let parts = parts("OR", { $0.together() }) else { return nil }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func together() -> ModuleLicence.Expression? {
        guard let parts = parts("AND", { $0.single() }) else { return nil }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func parts(_ word: String, _ read: (inout Self) -> ModuleLicence.Expression?) -> [ModuleLicence.Expression]? {
        var parts: [ModuleLicence.Expression] = []
        repeat {
            guard let part = read(&self) else { return nil }
            parts.append(part)
        } while take(word)
        return parts
    }

    private mutating func single() -> ModuleLicence.Expression? {
        if take("(") {
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.deepest, let inner = alternatives(), take(")") else { return nil }
            return inner
        }
        guard let id = word(), Self.isID(id) else { return nil }
        guard take("WITH") else { return .id(ModuleLicenceID(id: id, exception: nil)) }
        guard let exception = word(), Self.isID(exception) else { return nil }
        return .id(ModuleLicenceID(id: id, exception: exception))
    }

    private mutating func take(_ word: String) -> Bool {
        guard place < tokens.count, tokens[place] == word || tokens[place] == word.lowercased() else { return false }
        place += 1
        return true
    }

    private mutating func word() -> String? {
        guard place < tokens.count, !["AND", "OR", "WITH", "(", ")"].contains(tokens[place].uppercased()) else { return nil }
        defer { place += 1 }
        return String(tokens[place])
    }

    /// Letters, digits, `-` and `.`; a `+` at the end; before a colon the document that a `LicenseRef-` is of.
    private static func isID(_ text: String) -> Bool {
        var bytes = text.utf8[...]
        if bytes.last == UInt8(ascii: "+") { bytes = bytes.dropLast() }
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { $0.first.map(isLetterOrDigit) ?? false && $0.allSatisfy(isPart) }
    }

    private static func isPart(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
