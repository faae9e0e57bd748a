/// The compiled XML of an apk.
struct APKXML {
    private var limits = APKXMLLimits()
    private var strings: APKStrings?
    /// Numbers of Android's own attributes, by the number of their name.
    private var known: [Int] = []
    private var depth = 0
    private var elements: [APKElement] = []

    /// All elements in the order of the document.
    static func elements(_ bytes: [UInt8]) throws(FormatError) -> [APKElement] {
        var xml = APKXML()
        try xml.read(ByteView(bytes))
        return xml.elements
    }

    private mutating func read(_ bytes: ByteView) throws(FormatError) {
        guard try bytes.little(0, 2) == APKChunks.Kind.xml else { throw .malformed }
        // Some packers add bytes behind the end.
        let whole = try bytes.part(0, try bytes.little(4, 4))
        var chunks = APKChunks(whole, from: try bytes.little(2, 2))
        while let chunk = try chunks.next() {
            switch chunk.kind {
            case APKChunks.Kind.strings where strings == nil: strings = try APKStrings(chunk.bytes)
            case APKChunks.Kind.resourceMap: known = try numbers(chunk)
            case APKChunks.Kind.startElement: try open(chunk)
            case APKChunks.Kind.endElement: depth -= 1
            default: break
            }
        }
        guard depth == 0, !elements.isEmpty else { throw .malformed }
    }

    private func numbers(_ chunk: APKChunks.Chunk) throws(FormatError) -> [Int] {
        let count = (chunk.bytes.count - chunk.head) / 4
        guard count <= limits.attributes else { throw .tooLarge }
        var numbers: [Int] = []
        for index in 0..<count { numbers.append(try chunk.bytes.little(chunk.head + index * 4, 4)) }
        return numbers
    }

    private mutating func open(_ chunk: APKChunks.Chunk) throws(FormatError) {
        guard let strings else { throw .malformed }
        let body = try chunk.bytes.from(chunk.head)
        let (start, size, count) = (try body.little(8, 2), try body.little(10, 2), try body.little(12, 2))
        guard size >= Self.attributeSize || count == 0 else { throw .malformed }
        depth += 1
        try limits.take(elementAt: depth, attributes: count)
        var attributes: [APKAttribute] = []
        for index in 0..<count {
            if let attribute = try attribute(body, at: start + index * size, strings) { attributes.append(attribute) }
        }
        let name = try limits.take(try strings.string(try body.little(4, 4)) ?? "")
        elements.append(APKElement(name: name, depth: depth, attributes: attributes))
    }

    private static let attributeSize = 20

    private mutating func attribute(_ body: ByteView, at place: Int, _ strings: APKStrings) throws(FormatError) -> APKAttribute? {
        let number = try body.little(place + 4, 4)
        guard let value = try APKChunks.value(body, at: place + 12, strings: strings) else { return nil }
        if case .text(let text) = value { _ = try limits.take(text) }
        let name = try limits.take(try strings.string(number) ?? "")
        return APKAttribute(id: number < known.count ? known[number] : 0, name: name, value: value)
    }
}
