/// Android's compiled XML: a first element with the others in it.
struct TestPackageXML {
    private let elements: [Element]

    struct Element {
        let name: String
        let attributes: [Attribute]

        init(_ name: String, _ attributes: [Attribute]) {
            self.name = name
            self.attributes = attributes
        }
    }

    struct Attribute {
        let name: String
        /// 0 for one that is not Android's own.
        let id: Int
        let text: String
        let isNumber: Bool

        static func own(_ name: String, _ text: String) -> Attribute { Attribute(name: name, id: 0, text: text, isNumber: false) }
        static func text(_ name: String, _ id: Int, _ text: String) -> Attribute { Attribute(name: name, id: id, text: text, isNumber: false) }
        static func number(_ name: String, _ id: Int, _ text: String) -> Attribute { Attribute(name: name, id: id, text: text, isNumber: true) }
    }

    init(_ elements: Element...) {
        self.elements = elements
    }

    var bytes: [UInt8] {
        let attributes = elements.flatMap(\.attributes)
        // The names with numbers come first: a table says the numbers in the order of the strings.
        let known = attributes.filter { $0.id != 0 }
        let strings = known.map(\.name) + elements.map(\.name) + attributes.flatMap { [$0.name, $0.text] }
        let map = known.flatMap { Self.little($0.id, 4) }
        var body = Self.pool(strings) + Self.chunk(0x0180, [], map)
        for element in elements { body += open(element, strings, known) }
        return Self.chunk(0x0003, [], body + close(elements[0], strings))
    }

    private func open(_ element: Element, _ strings: [String], _ known: [Attribute]) -> [UInt8] {
        let none = Self.little(0xFFFF_FFFF, 4)
        var body = none + Self.index(element.name, strings, from: known.count) + Self.little(20, 2) + Self.little(20, 2)
        body += Self.little(element.attributes.count, 2) + [UInt8](repeating: 0, count: 6)
        for attribute in element.attributes {
            let place = known.firstIndex { $0.id == attribute.id && attribute.id != 0 }
            body += none + (place.map { Self.little($0, 4) } ?? Self.index(attribute.name, strings, from: known.count)) + none
            body += Self.little(8, 2) + [0, attribute.isNumber ? 0x10 : 0x03]
            body += attribute.isNumber ? Self.little(Int(attribute.text) ?? 0, 4) : Self.index(attribute.text, strings, from: known.count)
        }
        // The first ends behind the last, all others at once.
        let end = element.name == elements[0].name ? [] : close(element, strings)
        return Self.chunk(0x0102, Self.little(1, 4) + none, body) + end
    }

    private func close(_ element: Element, _ strings: [String]) -> [UInt8] {
        let none = Self.little(0xFFFF_FFFF, 4)
        return Self.chunk(0x0103, Self.little(1, 4) + none, none + Self.index(element.name, strings, from: 0))
    }

    private static func index(_ text: String, _ strings: [String], from start: Int) -> [UInt8] {
        little(strings[start...].firstIndex(of: text) ?? 0, 4)
    }

    /// In UTF-8, each with its two lengths, of at most 127 bytes.
    private static func pool(_ strings: [String]) -> [UInt8] {
        var (offsets, text): ([UInt8], [UInt8]) = ([], [])
        for string in strings {
            offsets += little(text.count, 4)
            text += [UInt8(string.utf16.count), UInt8(string.utf8.count)] + Array(string.utf8) + [0]
        }
        while text.count % 4 != 0 { text.append(0) }
        let head = little(strings.count, 4) + little(0, 4) + little(0x100, 4) + little(28 + offsets.count, 4) + little(0, 4)
        return chunk(0x0001, head, offsets + text)
    }

    private static func chunk(_ kind: Int, _ head: [UInt8], _ body: [UInt8]) -> [UInt8] {
        little(kind, 2) + little(8 + head.count, 2) + little(8 + head.count + body.count, 4) + head + body
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
