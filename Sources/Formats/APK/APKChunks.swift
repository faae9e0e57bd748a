/// The parts that compiled XML and resources consist of, one behind the other: each says its kind, the length of its head, and its length.
struct APKChunks {
    private let bytes: ByteView
    private var place: Int

    struct Chunk {
        let kind: Int
        let head: Int
        /// All of it.
        let bytes: ByteView
    }

    /// Kinds, of AOSP's `ResourceTypes.h`.
    enum Kind {
        static let strings = 0x0001
        static let table = 0x0002
        static let xml = 0x0003
        static let startElement = 0x0102
        static let endElement = 0x0103
        static let resourceMap = 0x0180
        static let package = 0x0200
        static let type = 0x0201
    }

    /// - Parameter place: where the first begins.
    init(_ bytes: ByteView, from place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    /// A loop cannot be: a part is no shorter than its own head, and that no shorter than what it has to say.
    mutating func next() throws(FormatError) -> Chunk? {
        guard place < bytes.count else { return nil }
        let (kind, head, size) = (try bytes.little(place, 2), try bytes.little(place + 2, 2), try bytes.little(place + 4, 4))
        guard head >= 8, size >= head else { throw .malformed }
        let chunk = Chunk(kind: kind, head: head, bytes: try bytes.part(place, size))
        place += size
        return chunk
    }

    /// The value of an attribute or a resource (`Res_value`): its length, its kind and its data.
    static func value(_ bytes: ByteView, at place: Int, strings: APKStrings) throws(FormatError) -> APKValue? {
        value(kind: try bytes.little(place + 3, 1), data: try bytes.little(place + 4, 4), text: try text(bytes, at: place, strings))
    }

    private static func text(_ bytes: ByteView, at place: Int, _ strings: APKStrings) throws(FormatError) -> String? {
        try bytes.little(place + 3, 1) == 0x03 ? try strings.string(try bytes.little(place + 4, 4)) : nil
    }

    static func value(kind: Int, data: Int, text: String?) -> APKValue? {
        switch kind {
        case 0x01, 0x07: .reference(data)
        case 0x03: text.map { .text($0) }
        case 0x12: .boolean(data != 0)
        case 0x10, 0x11: .number(Int(Int32(truncatingIfNeeded: data)))
        default: nil
        }
    }
}
