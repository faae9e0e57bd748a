/// Programs and libraries of Linux, Android and HarmonyOS (System V ABI, chapters 4 and 5): which build one is, where it is loaded, what it tells
/// of itself. Read are its headers, its notes and the names of its sections.
struct ELF {
    /// The build id, or where there is none what Breakpad makes of the program's first bytes; as lower-case hex.
    let id: String?
    let architecture: String
    /// The lowest address that is loaded, at the beginning of its page.
    let base: UInt64
    let contents: SymbolContents

    init(_ bytes: SymbolBytes) throws(FormatError) {
        let file = try ELFHeader(bytes)
        architecture = file.architecture
        let segments = try file.segments()
        let sections = try file.sections()
        base = segments.filter { $0.kind == ELFSegment.load }.map { $0.address & ~0xFFF }.min() ?? 0
        contents = ELF.contents(sections)
        if let found = try ELFNotes.buildID(segments, sections, bytes, file.order) {
            id = found
        } else {
            id = try ELFNotes.substitute(sections, bytes)
        }
    }

    private static func contents(_ sections: [ELFSection]) -> SymbolContents {
        var contents = SymbolContents()
        for section in sections where section.isInFile && section.size > 0 {
            switch section.name {
            case ".debug_info", ".zdebug_info": contents.hasDebugInfo = true
            // What is exported, if nothing else.
            case ".symtab", ".dynsym": contents.hasSymbols = true
            case ".gnu_debugdata": contents.hasMiniDebugInfo = true
            default: break
            }
        }
        return contents
    }
}

/// What a segment of memory is made of.
struct ELFSegment {
    let kind: Int
    let offset: Int
    let size: Int
    let address: UInt64

    static let load = 1
    static let note = 4
}

/// A named part of the file.
struct ELFSection {
    let name: String
    let kind: Int
    let offset: Int
    let size: Int

    static let note = 7
    /// A debug file keeps the headers of what it leaves out (`SHT_NOBITS`).
    var isInFile: Bool { kind != 8 }
}

/// How numbers are written.
struct ELFOrder {
    let isBig: Bool
    let is64: Bool

    func number(_ bytes: ByteView, _ offset: Int, _ size: Int) throws(FormatError) -> Int {
        isBig ? try bytes.big(offset, size) : try bytes.little(offset, size)
    }

    /// An address or an offset.
    func word(_ bytes: ByteView, _ narrow: Int, _ wide: Int) throws(FormatError) -> Int {
        is64 ? try number(bytes, wide, 8) : try number(bytes, narrow, 4)
    }
}
