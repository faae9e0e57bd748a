/// One program of Apple's systems, or its debug companion: its id, where it wants to be loaded, what it tells of itself
/// (`mach-o/loader.h`). Read are its load commands only.
struct MachOImage {
    /// `LC_UUID` as lower-case hex; nil without one.
    let id: String?
    let architecture: String
    /// Of `__TEXT`, which begins with the header.
    let base: UInt64
    let contents: SymbolContents

    private static let longestCommands = 4 << 20
    private static let mostCommands = 10_000

    init(_ bytes: SymbolBytes) throws(FormatError) {
        let head = ByteView(try bytes.head(0, 32))
        let order = try MachOOrder(head)
        architecture = MachO.name(try order.number(head, 4, 4), try order.number(head, 8, 4))
        let (count, size) = (try order.number(head, 16, 4), try order.number(head, 20, 4))
        guard count <= Self.mostCommands, size <= Self.longestCommands else { throw .tooLarge }
        let commands = ByteView(try bytes.read(order.headerBytes, size))
        var walk = MachOCommands(order: order)
        var place = 0
        for _ in 0..<count {
            let length = try order.number(commands, place + 4, 4)
            guard length >= 8 else { throw .malformed }
            try walk.take(try order.number(commands, place, 4), try commands.part(place, length))
            place += length
        }
        (id, base, contents) = (walk.id, walk.base, walk.contents)
    }
}

/// How numbers are written in a program: by its own word's size and order.
struct MachOOrder {
    let isBig: Bool
    let is64: Bool

    init(_ head: ByteView) throws(FormatError) {
        switch try head.big(0, 4) {
        case 0xFEED_FACE: (isBig, is64) = (true, false)
        case 0xFEED_FACF: (isBig, is64) = (true, true)
        case 0xCEFA_EDFE: (isBig, is64) = (false, false)
        case 0xCFFA_EDFE: (isBig, is64) = (false, true)
        default: throw .malformed
        }
    }

    var headerBytes: Int { is64 ? 32 : 28 }

    func number(_ bytes: ByteView, _ offset: Int, _ size: Int) throws(FormatError) -> Int {
        isBig ? try bytes.big(offset, size) : try bytes.little(offset, size)
    }
}

/// What load commands say that is asked for.
private struct MachOCommands {
    let order: MachOOrder
    var id: String?
    var base: UInt64 = 0
    var contents = SymbolContents()

    mutating func take(_ command: Int, _ bytes: ByteView) throws(FormatError) {
        switch command {
        // LC_UUID
        case 0x1B: id = SymbolID.hex(try bytes.part(8, 16).array)
        // LC_SYMTAB: symoff, nsyms
        case 0x2: contents.hasSymbols = try order.number(bytes, 12, 4) > 0
        // LC_SEGMENT, LC_SEGMENT_64: a name of 16 bytes, then vmaddr
        case 0x1, 0x19: try segment(bytes, wide: command == 0x19)
        default: break
        }
    }

    private mutating func segment(_ bytes: ByteView, wide: Bool) throws(FormatError) {
        let name = try bytes.part(8, 16).array.prefix { $0 != 0 }
        if name.elementsEqual("__TEXT".utf8) { base = UInt64(try order.number(bytes, 24, wide ? 8 : 4)) }
        // Its sections are __debug_info, __debug_line …; a program that is no companion has none.
        if name.elementsEqual("__DWARF".utf8) { contents.hasDebugInfo = true }
    }
}

extension MachO {
    /// Where the programs of a file are: all of it, or the parts of a fat one, in its order.
    /// - Throws: `malformed` for another file, and for parts that are not within it or share bytes.
    static func parts(_ bytes: SymbolBytes) throws(FormatError) -> [Range<Int>] {
        let head = ByteView(try bytes.head(0, headBytes))
        let magic = try head.big(0, 4)
        guard magic == 0xCAFE_BABE || magic == 0xCAFE_BABF else { return [0..<bytes.size] }
        let wide = magic == 0xCAFE_BABF
        let count = try head.big(4, 4)
        guard (1...most).contains(count) else { throw .malformed }
        var parts: [Range<Int>] = []
        for index in 0..<count {
            let place = 8 + index * (wide ? 32 : 20)
            let start = try head.big(place + 8, wide ? 8 : 4)
            let size = try head.big(place + (wide ? 16 : 12), wide ? 8 : 4)
            guard start <= bytes.size, size <= bytes.size - start else { throw .malformed }
            let part = start..<(start + size)
            guard !parts.contains(where: { $0.overlaps(part) }) else { throw .malformed }
            parts.append(part)
        }
        return parts
    }
}
