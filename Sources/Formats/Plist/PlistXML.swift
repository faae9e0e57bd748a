import Foundation

/// The XML form, and of XML no more than it needs: no entities but the five, no document type that declares any.
struct PlistXML {
    private var text: PlistText
    private var limits: PlistLimits

    init(_ bytes: [UInt8], limits: PlistLimits) {
        text = PlistText(bytes)
        self.limits = limits
    }

    mutating func root() throws(FormatError) -> PlistValue {
        guard text.isUTF8 else { throw .malformed }
        guard try text.tag() == .open("plist") else { throw .malformed }
        let value = try value(try text.tag(), depth: 1)
        guard try text.tag() == .close("plist"), try text.isOver() else { throw .malformed }
        return value
    }

    private mutating func value(_ tag: PlistTag, depth: Int) throws(FormatError) -> PlistValue {
        try limits.takeValue(depth: depth)
        switch tag {
        case .empty("true"): return .boolean(true)
        case .empty("false"): return .boolean(false)
        case .empty("array"): return .list([])
        case .empty("dict"): return .dictionary([:])
        case .empty("string"): return .string("")
        case .empty("data"): return .data([])
        case .open("array"): return try list(depth)
        case .open("dict"): return try dictionary(depth)
        case .open(let name): return try leaf(name)
        default: throw .malformed
        }
    }

    private mutating func list(_ depth: Int) throws(FormatError) -> PlistValue {
        var items: [PlistValue] = []
        var tag = try text.tag()
        while tag != .close("array") {
            items.append(try value(tag, depth: depth + 1))
            tag = try text.tag()
        }
        return .list(items)
    }

    private mutating func dictionary(_ depth: Int) throws(FormatError) -> PlistValue {
        var members: [String: PlistValue] = [:]
        var tag = try text.tag()
        while tag != .close("dict") {
            let key = try key(tag)
            members[key] = try value(try text.tag(), depth: depth + 1)
            tag = try text.tag()
        }
        return .dictionary(members)
    }

    private mutating func key(_ tag: PlistTag) throws(FormatError) -> String {
        if tag == .empty("key") { return "" }
        guard tag == .open("key") else { throw .malformed }
        return try content("key")
    }

    private mutating func leaf(_ name: String) throws(FormatError) -> PlistValue {
        let content = try content(name)
        switch name {
        case "string": return .string(content)
        case "integer": return try integer(content.filter { !$0.isWhitespace })
        case "real": return .real(Double(content.filter { !$0.isWhitespace }) ?? 0)
        case "date": return date(content)
        case "data": return .data([UInt8](Data(base64Encoded: content, options: .ignoreUnknownCharacters) ?? Data()))
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: throw .malformed
        }
    }

    private mutating func content(_ name: String) throws(FormatError) -> String {
        let content = try text.content(of: name)
        try limits.take(bytes: content.utf8.count)
        return content
    }

    private func integer(_ text: String) throws(FormatError) -> PlistValue {
        let digits = text.lowercased()
        let hex = digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : nil
        if let number = hex ?? Int(digits) { return .integer(number) }
        guard let number = Double(digits) else { throw .malformed }
        return .real(number)
    }

    /// `2026-11-21T10:40:00Z`; what is none stays text.
    private func date(_ text: String) -> PlistValue {
        let plain = text.filter { $0 != "Z" && !$0.isWhitespace }.replacingOccurrences(of: "T", with: " ")
        guard let time = LogLocalTime(plain) else { return .string(text) }
        return .date(Date(timeIntervalSince1970: Double(time.epochMilliseconds(utcOffset: 0)) / 1000))
    }
}
