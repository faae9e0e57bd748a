/// XML as a bundle has it: messages in messages (`XmlNode` of AOSP's `Resources.proto`).
struct AABXML {
    private var limits = APKXMLLimits()
    private var elements: [APKElement] = []

    /// All elements in the order of the document.
    static func elements(_ bytes: [UInt8]) throws(FormatError) -> [APKElement] {
        var xml = AABXML()
        try xml.node(ProtobufMessage(ByteView(bytes)), depth: 1)
        guard !xml.elements.isEmpty else { throw .malformed }
        return xml.elements
    }

    private mutating func node(_ message: ProtobufMessage, depth: Int) throws(FormatError) {
        var message = message
        while let field = try message.next() {
            if field.number == 1, let element = field.value.message { try self.element(element, depth: depth) }
        }
    }

    private mutating func element(_ message: ProtobufMessage, depth: Int) throws(FormatError) {
        try limits.take(elementAt: depth, attributes: 0)
        var (name, attributes, children): (String, [APKAttribute], [ProtobufMessage]) = ("", [], [])
        var message = message
        while let field = try message.next() {
            switch field.number {
            case 3: name = try limits.take(field.value.text ?? "")
            case 4: if let attribute = field.value.message { attributes.append(try self.attribute(attribute)) }
            case 5: if let child = field.value.message { children.append(child) }
            default: break
            }
        }
        elements.append(APKElement(name: name, depth: depth, attributes: attributes))
        for child in children { try node(child, depth: depth + 1) }
    }

    private mutating func attribute(_ message: ProtobufMessage) throws(FormatError) -> APKAttribute {
        try limits.takeAttribute()
        var (id, name, text): (Int, String, String) = (0, "", "")
        var compiled: APKValue?
        var message = message
        while let field = try message.next() {
            switch field.number {
            case 2: name = try limits.take(field.value.text ?? "")
            case 3: text = try limits.take(field.value.text ?? "")
            case 5: id = field.value.number ?? 0
            case 6: compiled = try field.value.message.flatMap { item throws(FormatError) in try AABItem.value(item) }
            default: break
            }
        }
        return APKAttribute(id: id, name: name, value: compiled ?? .text(text))
    }
}

/// A value (`Item`).
enum AABItem {
    static func value(_ item: ProtobufMessage) throws(FormatError) -> APKValue? {
        var item = item
        var value: APKValue?
        while let field = try item.next() {
            guard let inner = field.value.message else { continue }
            switch field.number {
            // A reference's number is its second field; a text's and a file's are their first.
            case 1: value = try Self.field(2, of: inner)?.number.map { .reference($0) }
            case 2, 3, 5: value = try Self.field(1, of: inner)?.text.map { .text($0) }
            case 7: value = try primitive(inner)
            default: break
            }
        }
        return value
    }

    private static func primitive(_ message: ProtobufMessage) throws(FormatError) -> APKValue? {
        var message = message
        var value: APKValue?
        while let field = try message.next() {
            switch field.number {
            case 6, 7: value = field.value.number.map { .number($0) }
            case 8: value = field.value.number.map { .boolean($0 != 0) }
            default: break
            }
        }
        return value
    }

    /// The last field of a number; of one that stands more than once, it counts.
    static func field(_ number: Int, of message: ProtobufMessage) throws(FormatError) -> ProtobufMessage.Value? {
        var message = message
        var found: ProtobufMessage.Value?
        while let field = try message.next() { if field.number == number { found = field.value } }
        return found
    }
}
