/// Tells keywords, strings, comments and numbers apart, line after line. It is for the eye only: what is no program is coloured somehow, never
/// refused, and each byte is looked at once.
struct HotpatchScriptTokens {
    private let language: HotpatchLanguage
    /// What a line began that has not ended, and how it ends.
    private var open: (kind: HotpatchScriptPiece.Kind, end: [UInt8], escapes: Bool)?
    private var pieces: [HotpatchScriptPiece] = []
    private var plain: [UInt8] = []
    /// Whether a slash would begin a regular expression: not behind a value.
    private var mayBeginPattern = true

    init(_ language: HotpatchLanguage) {
        self.language = language
    }

    /// - Parameter line: the one behind the last, without its end.
    mutating func pieces(of line: ArraySlice<UInt8>) -> [HotpatchScriptPiece] {
        pieces = []
        mayBeginPattern = true
        // What stands further behind is not shown; a comment that begins there is missed, which is better than reading megabytes for a page.
        var rest = line.prefix(HotpatchScriptLimits.readLine)
        while !rest.isEmpty {
            if let open {
                let part = Self.part(of: rest, until: open.end, escapes: open.escapes)
                add(open.kind, part.bytes)
                if part.isWhole { self.open = nil }
                rest = rest.dropFirst(part.bytes.count)
            } else {
                rest = rest.dropFirst(takeOne(rest))
            }
        }
        flush()
        return Self.shortened(pieces)
    }

    /// - Returns: how many bytes were taken.
    private mutating func takeOne(_ rest: ArraySlice<UInt8>) -> Int {
        let first = rest[rest.startIndex]
        if let comment = lineComment, rest.starts(with: comment), longBracket(rest.dropFirst(comment.count)) == nil || language == .javascript {
            return take(.comment, rest)
        }
        if let (kind, start, end, escapes) = block(rest) {
            open = (kind, end, escapes)
            return take(kind, rest.prefix(start))
        }
        if first == 0x22 || first == 0x27 {
            let body = Self.part(of: rest.dropFirst(), until: [first], escapes: true).bytes
            mayBeginPattern = false
            return take(.string, rest.prefix(1 + body.count))
        }
        if language == .javascript, first == 0x2F, mayBeginPattern, let pattern = Self.pattern(rest) { return take(.string, pattern) }
        if Self.isWord(first) { return takeWord(rest) }
        plain.append(first)
        if first != 0x20 && first != 0x09 { mayBeginPattern = first != 0x29 && first != 0x5D && first != 0x7D }
        return 1
    }

    private var lineComment: [UInt8]? { language == .lua ? [0x2D, 0x2D] : [0x2F, 0x2F] }

    /// What may go over lines: how many bytes begin it, and what ends it.
    private func block(_ rest: ArraySlice<UInt8>) -> (kind: HotpatchScriptPiece.Kind, start: Int, end: [UInt8], escapes: Bool)? {
        switch language {
        case .lua:
            if rest.starts(with: [0x2D, 0x2D]), let level = longBracket(rest.dropFirst(2)) {
                return (.comment, level + 4, Self.closing(level), false)
            }
            return longBracket(rest).map { (.string, $0 + 2, Self.closing($0), false) }
        case .javascript:
            if rest.starts(with: [0x2F, 0x2A]) { return (.comment, 2, [0x2A, 0x2F], false) }
            return rest.first == 0x60 ? (.string, 1, [0x60], true) : nil
        }
    }

    /// `[[`, `[=[`, …: how many equals signs.
    private func longBracket(_ rest: ArraySlice<UInt8>) -> Int? {
        guard rest.first == 0x5B else { return nil }
        let level = rest.dropFirst().prefix { $0 == 0x3D }.count
        return rest.dropFirst(1 + level).first == 0x5B ? level : nil
    }

    private static func closing(_ level: Int) -> [UInt8] {
        [0x5D] + [UInt8](repeating: 0x3D, count: level) + [0x5D]
    }

    private static func part(of rest: ArraySlice<UInt8>, until end: [UInt8], escapes: Bool) -> (bytes: ArraySlice<UInt8>, isWhole: Bool) {
        var place = rest.startIndex
        while place < rest.endIndex {
            if escapes && rest[place] == 0x5C {
                place += 2
            } else if rest[place...].starts(with: end) {
                return (rest[..<(place + end.count)], true)
            } else {
                place += 1
            }
        }
        return (rest, false)
    }

    /// A regular expression that ends on its line, with its letters.
    private static func pattern(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var place = rest.startIndex + 1
        var isInClass = false
        while place < rest.endIndex {
            switch rest[place] {
            case 0x5C: place += 1
            case 0x5B: isInClass = true
            case 0x5D: isInClass = false
            case 0x2F where !isInClass: return rest[..<(place + 1)] + rest[(place + 1)...].prefix { (0x61...0x7A).contains($0) }
            default: break
            }
            place += 1
        }
        return nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x24 || byte >= 0x80
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func takeWord(_ rest: ArraySlice<UInt8>) -> Int {
        if Self.isDigit(rest[rest.startIndex]) {
            mayBeginPattern = false
            return take(.number, rest.prefix { Self.isWord($0) || $0 == 0x2E })
        }
        let word = rest.prefix(while: Self.isWord)
        let isKeyword = keywords.contains(String(decoding: word, as: UTF8.self))
        mayBeginPattern = isKeyword
        return take(isKeyword ? .keyword : .plain, word)
    }

    private var keywords: Set<String> { language == .lua ? Self.lua : Self.javascript }

    /// Lua 5.4's manual, 3.1.
    private static let lua: Set<String> = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or", "repeat",
        "return",
        "then", "true", "until", "while",
    ]

    /// ECMA-262, 12.7.2, and the words that are one where it matters.
    private static let javascript: Set<String> = [
        "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "export",
        "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new", "null", "of", "return", "static", "super",
        "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield",
    ]

    // MARK: pieces

    private mutating func take(_ kind: HotpatchScriptPiece.Kind, _ bytes: ArraySlice<UInt8>) -> Int {
        add(kind, bytes)
        return bytes.count
    }

    private mutating func add(_ kind: HotpatchScriptPiece.Kind, _ bytes: ArraySlice<UInt8>) {
        if kind == .plain {
            plain += bytes
            return
        }
        flush()
        guard !bytes.isEmpty else { return }
        // What begins a comment or string and what is in it come one after the other.
        let before = pieces.last?.kind == kind ? pieces.removeLast().text : ""
        pieces.append(HotpatchScriptPiece(kind: kind, text: before + String(decoding: bytes, as: UTF8.self)))
    }

    private mutating func flush() {
        if !plain.isEmpty { pieces.append(HotpatchScriptPiece(kind: .plain, text: String(decoding: plain, as: UTF8.self))) }
        plain = []
    }

    /// As much of a line as a page shows.
    private static func shortened(_ pieces: [HotpatchScriptPiece]) -> [HotpatchScriptPiece] {
        var left = HotpatchScriptLimits.shownLine
        var shown: [HotpatchScriptPiece] = []
        for piece in pieces {
            guard piece.text.utf8.count > left else {
                left -= piece.text.utf8.count
                shown.append(piece)
                continue
            }
            let part = HotpatchScriptLines.beginning(of: piece.text.utf8, upTo: left)
            return shown + [HotpatchScriptPiece(kind: piece.kind, text: part), HotpatchScriptPiece(kind: .cut, text: "…")]
        }
        return shown
    }
}
