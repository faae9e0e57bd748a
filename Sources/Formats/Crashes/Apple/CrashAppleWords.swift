/// What Apple's reports say in short forms, in text and in JSON alike.
extension CrashApple {
    /// `Name [49028]`
    static func process(_ text: String) -> (name: String, id: Int?) {
        guard text.hasSuffix("]"), let open = text.utf8.lastIndex(of: UInt8(ascii: "[")) else { return (text, nil) }
        let number = text[text.utf8.index(after: open)...].dropLast()
        let name = text[..<open]
        return (String(name.hasSuffix(" ") ? name.dropLast() : name), Int(number))
    }

    /// `4.21.1 (7)`, `EXC_CRASH (SIGABRT)`
    static func split(_ text: String) -> (outside: String, inside: String) {
        guard text.hasSuffix(")"), let open = text.utf8.lastIndex(of: UInt8(ascii: "(")), open > text.startIndex else { return (text, "") }
        let outside = text[..<open]
        return (String(outside.hasSuffix(" ") ? outside.dropLast() : outside), String(text[text.utf8.index(after: open)...].dropLast()))
    }

    /// `iPhone OS 17.5 (21F79)`: its version and its build.
    static func system(_ text: String) -> (version: String, build: String) {
        let (name, build) = split(text)
        let words = name.split(separator: " ")
        let version = words.last { $0.utf8.first.map(CrashText.isDigit) ?? false } ?? ""
        return (String(version), build == "???" ? "" : build)
    }

    static func isOldPhone(_ device: CrashReport.Device) -> Bool {
        guard device.system.hasPrefix("iPhone OS") || device.system.hasPrefix("iOS") || device.system.hasPrefix("iPadOS") else { return false }
        return Int(device.systemVersion.prefix { $0 != "." }).map { $0 < 15 } ?? false
    }

    /// The number after ` at `, as `KERN_INVALID_ADDRESS at 0x0000000000000088`.
    static func address(in text: String) -> UInt64? {
        guard let at = text[...].utf8.cut(at: " at 0x")?.after else { return nil }
        return UInt64(String(decoding: at.prefix { CrashText.hexDigit($0) != nil }, as: UTF8.self), radix: 16)
    }

    /// `SIGNAL 11 Segmentation fault: 11`, `FRONTBOARD 2343432205 <…>` (the same in hexadecimal), `Namespace SIGNAL, Code 0xb`.
    static func termination(_ reason: String) -> (namespace: String, code: UInt64?) {
        let words = reason.split(separator: " ", maxSplits: 4).map { $0.hasSuffix(",") || $0.hasSuffix(";") ? $0.dropLast() : $0 }
        if words.count >= 2, words[0] == "Namespace" { return (String(words[1]), words.count >= 4 ? code(words[3]) : nil) }
        guard words.count >= 2, let code = code(words[1]) else { return ("", nil) }
        return (String(words[0]), code)
    }

    private static func code(_ word: Substring) -> UInt64? {
        word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) : UInt64(word)
    }

    static func isForeground(role: String) -> Bool? {
        switch role {
        case "Foreground", "Foreground Non UI", "User Interactive": true
        case "Background", "Non UI", "Background Non UI", "Darwin BG": false
        default: nil
        }
    }

    /// Names the exception that nobody caught, from what the runtime said of it:
    /// `*** Terminating app due to uncaught exception 'NSRangeException', reason: '…'`.
    static func describeThrown(_ report: inout CrashReport) {
        let said = report.information.joined(separator: "\n")
        guard let (name, message) = uncaught(said) else { return }
        if report.thrown.isEmpty { report.thrown = [CrashReport.Thrown(type: "")] }
        guard report.thrown[0].type.isEmpty else { return }
        report.thrown[0].type = name
        report.thrown[0].message = message
    }

    /// The message goes on to the last quotation mark, over lines.
    private static func uncaught(_ said: String) -> (name: String, message: String)? {
        guard let (_, rest) = said[...].utf8.cut(at: "uncaught exception '"), let (name, tail) = rest.cut(at: "'"), !name.isEmpty else { return nil }
        guard let reason = tail.cut(at: "reason: '")?.after, let end = reason.lastIndex(of: UInt8(ascii: "'")) else { return (name.text, "") }
        return (name.text, reason[..<end].text)
    }
}
