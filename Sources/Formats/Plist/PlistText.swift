/// A tag of an XML property list, without its attributes.
enum PlistTag: Equatable {
    case open(String)
    case close(String)
    /// `<true/>`.
    case empty(String)
}

/// Goes through the XML of a property list, tag by tag.
struct PlistText {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The next tag. Between tags there is nothing but space and comments.
    mutating func tag() throws(FormatError) -> PlistTag {
        guard try !isOver(), bytes[place] == UInt8(ascii: "<") else { throw .malformed }
        let end = try find(">")
        var inner = bytes[(place + 1)..<end]
        place = end + 1
        let isClosing = inner.first == UInt8(ascii: "/")
        if isClosing { inner = inner.dropFirst() }
        let isEmpty = !isClosing && inner.last == UInt8(ascii: "/")
        if isEmpty { inner = inner.dropLast() }
        let name = String(decoding: inner.prefix { !Self.isSpace($0) }, as: UTF8.self)
        return isClosing ? .close(name) : isEmpty ? .empty(name) : .open(name)
    }

    /// Whether nothing is left but space, comments and what else has no meaning here.
    mutating func isOver() throws(FormatError) -> Bool {
        while place < bytes.count {
            if Self.isSpace(bytes[place]) {
                place += 1
            } else if bytes[place...].starts(with: "<!--".utf8) {
                place = try find("-->") + 3
            } else if bytes[place...].starts(with: "<?".utf8) {
                place = try find("?>") + 2
            } else if bytes[place...].starts(with: "<!DOCTYPE".utf8) {
                let end = try find(">")
                guard !bytes[place..<end].contains(UInt8(ascii: "[")) else { throw .malformed }
                place = end + 1
            } else {
                return false
            }
        }
        return true
    }

    /// The text up to the closing tag.
    mutating func content(of name: String) throws(FormatError) -> String {
        var content: [UInt8] = []
        while true {
            guard place < bytes.count else { throw .malformed }
            if bytes[place] == UInt8(ascii: "&") {
                content += try entity()
            } else if bytes[place] != UInt8(ascii: "<") {
                content.append(bytes[place])
                place += 1
            } else if bytes[place...].starts(with: "<![CDATA[".utf8) {
                let end = try find("]]>")
                content += bytes[(place + 9)..<max(end, place + 9)]
                place = end + 3
            } else if bytes[place...].starts(with: "<!--".utf8) {
                place = try find("-->") + 3
            } else {
                guard try tag() == .close(name) else { throw .malformed }
                return String(decoding: content, as: UTF8.self)
            }
        }
    }

    private mutating func entity() throws(FormatError) -> [UInt8] {
        // The longest is of a scalar: `&#x0010FFFF;`.
        guard let end = bytes[place...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else { throw .malformed }
        let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
        place = end + 1
        switch name {
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "amp": return [UInt8(ascii: "&")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let scalar = number.flatMap({ Unicode.Scalar($0) }) else { throw .malformed }
        return Array(String(Character(scalar)).utf8)
    }

    /// Where the next such text begins.
    private func find(_ wanted: StaticString) throws(FormatError) -> Int {
        let wanted = Array("\(wanted)".utf8)
        var at = place
        while let next = bytes[at...].firstIndex(of: wanted[0]) {
            if bytes[next...].starts(with: wanted) { return next }
            at = next + 1
        }
        throw .malformed
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
