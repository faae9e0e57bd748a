/// A program's first bytes, and the two tables that they name.
struct ELFHeader {
    let order: ELFOrder
    let architecture: String
    private let bytes: SymbolBytes
    private let head: ByteView

    private static let mostSegments = 4_096
    private static let mostSections = 100_000
    private static let longestNames = 8 << 20

    /// - Throws: `malformed` for another file.
    init(_ bytes: SymbolBytes) throws(FormatError) {
        let head = ByteView(try bytes.head(0, 64))
        guard try head.big(0, 4) == 0x7F45_4C46 else { throw .malformed }
        let (wide, order) = (try head.big(4, 1), try head.big(5, 1))
        guard (1...2).contains(wide), (1...2).contains(order) else { throw .malformed }
        self.order = ELFOrder(isBig: order == 2, is64: wide == 2)
        architecture = Self.name(try self.order.number(head, 18, 2), is64: wide == 2)
        (self.bytes, self.head) = (bytes, head)
    }

    /// `e_machine` as Android calls what it runs on; others by their number.
    private static func name(_ machine: Int, is64: Bool) -> String {
        switch machine {
        case 3: "x86"
        case 8: is64 ? "mips64" : "mips"
        case 40: "arm"
        case 62: "x86_64"
        case 183: "arm64"
        case 243: is64 ? "riscv64" : "riscv32"
        case 258: "loongarch64"
        default: "elf\(machine)"
        }
    }

    func segments() throws(FormatError) -> [ELFSegment] {
        let start = try order.word(head, 28, 32)
        let (size, count) = try shape(order.is64 ? 54 : 42)
        guard count > 0, start > 0 else { return [] }
        guard count <= Self.mostSegments, size >= (order.is64 ? 56 : 32) else { throw .malformed }
        let table = ByteView(try bytes.read(start, size * count))
        var segments: [ELFSegment] = []
        for index in 0..<count {
            let entry = try table.part(index * size, size)
            let address = UInt64(try order.word(entry, 8, 16))
            let (offset, length) = (try order.word(entry, 4, 8), try order.word(entry, 16, 32))
            segments.append(ELFSegment(kind: try order.number(entry, 0, 4), offset: offset, size: length, address: address))
        }
        return segments
    }

    func sections() throws(FormatError) -> [ELFSection] {
        let start = try order.word(head, 32, 40)
        var (size, count) = try shape(order.is64 ? 58 : 46)
        guard start > 0, size >= (order.is64 ? 64 : 40) else { return [] }
        var names = try order.number(head, order.is64 ? 62 : 50, 2)
        let first = ByteView(try bytes.read(start, size))
        // More than 65,279 of them are counted in the first one.
        if count == 0 { count = try order.word(first, 20, 32) }
        if names == 0xFFFF { names = try order.number(first, order.is64 ? 40 : 24, 4) }
        guard count <= Self.mostSections, names < count else { throw .malformed }
        let table = ByteView(try bytes.read(start, size * count))
        let texts = try strings(try table.part(names * size, size))
        var sections: [ELFSection] = []
        for index in 0..<count {
            let entry = try table.part(index * size, size)
            sections.append(
                ELFSection(
                    name: Self.text(texts, try order.number(entry, 0, 4)),
                    kind: try order.number(entry, 4, 4),
                    offset: try order.word(entry, 16, 24),
                    size: try order.word(entry, 20, 32)
                )
            )
        }
        return sections
    }

    /// The size of an entry of a table, and how many there are.
    private func shape(_ offset: Int) throws(FormatError) -> (size: Int, count: Int) {
        (try order.number(head, offset, 2), try order.number(head, offset + 2, 2))
    }

    private func strings(_ entry: ByteView) throws(FormatError) -> [UInt8] {
        let size = try order.word(entry, 20, 32)
        guard size <= Self.longestNames else { throw .tooLarge }
        return try bytes.read(try order.word(entry, 16, 24), size)
    }

    /// As far as the next zero; those that are asked for are short.
    private static func text(_ bytes: [UInt8], _ start: Int) -> String {
        guard start < bytes.count else { return "" }
        return String(decoding: bytes[start...].prefix(64).prefix { $0 != 0 }, as: UTF8.self)
    }
}
