/// What a file of symbols is, and which programs it is of.
public enum SymbolFile: Equatable, Sendable {
    /// A program or the debug companion of one, each architecture by itself.
    case native([SymbolSlice])
    /// What R8 or ProGuard wrote beside an app whose names it shortened.
    case mapping(SymbolMapping)

    /// Tells a file by what it begins with; its name is not asked.
    /// - Throws: `malformed` for anything else, and for a program without an id that reports could name it by.
    public init(_ bytes: SymbolBytes) throws(FormatError) {
        let head = try bytes.head(0, 4)
        switch head {
        case [0x7F, 0x45, 0x4C, 0x46]: self = .native([try SymbolSlice(ELF(bytes), size: bytes.size)])
        case [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF],
            [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF]:
            self = .native(try SymbolSlice.all(of: bytes))
        default: self = .mapping(try SymbolMapping(bytes))
        }
    }
}

/// The symbols of one program of one architecture.
public struct SymbolSlice: Equatable, Sendable {
    public enum Format: String, Codable, Sendable {
        case machO, elf
    }

    public let format: Format
    /// As lower-case hex: Mach-O's `LC_UUID`, ELF's build id.
    public let id: String
    /// `arm64`, `armv7`, `x86_64` …
    public let architecture: String
    /// Where it is in the file.
    public let range: Range<Int>
    /// The address that its first byte is meant for: what is added to a place within the loaded image.
    public let base: UInt64
    /// What names and lines can be had of.
    public let contents: SymbolContents
}

/// What of a program's symbols is there.
public struct SymbolContents: Equatable, Codable, Sendable {
    /// DWARF: functions, inlined ones too, with files and lines.
    public var hasDebugInfo = false
    /// Names of functions.
    public var hasSymbols = false
    /// A compressed table of names (`.gnu_debugdata`), which llvm-symbolizer does not read.
    public var hasMiniDebugInfo = false

    public init(hasDebugInfo: Bool = false, hasSymbols: Bool = false, hasMiniDebugInfo: Bool = false) {
        (self.hasDebugInfo, self.hasSymbols, self.hasMiniDebugInfo) = (hasDebugInfo, hasSymbols, hasMiniDebugInfo)
    }

    /// Whether anything can be looked up in it.
    public var isUseful: Bool { hasDebugInfo || hasSymbols }
}

extension SymbolSlice {
    fileprivate init(_ elf: ELF, size: Int) throws(FormatError) {
        guard let id = elf.id else { throw .malformed }
        self.init(format: .elf, id: id, architecture: elf.architecture, range: 0..<size, base: elf.base, contents: elf.contents)
    }

    fileprivate static func all(of bytes: SymbolBytes) throws(FormatError) -> [SymbolSlice] {
        var slices: [SymbolSlice] = []
        for part in try MachO.parts(bytes) {
            let image = try MachOImage(try bytes.part(part.lowerBound, part.count))
            guard let id = image.id else { continue }
            slices.append(
                SymbolSlice(
                    format: .machO,
                    id: id,
                    architecture: image.architecture,
                    range: part,
                    base: image.base,
                    contents: image.contents
                )
            )
        }
        guard !slices.isEmpty else { throw .malformed }
        return slices
    }
}

/// Ids as reports and tools write them: in capitals, with dashes or in angle brackets.
public enum SymbolID {
    /// Lower-case hex without anything between; nil for what is no id of 7 digits, as R8's short ones have, to 128, and for one of nothing but zeros.
    public static func normal(_ text: some StringProtocol) -> String? {
        var digits: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(byte | 0x20)
            case UInt8(ascii: "-"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: " "): continue
            default: return nil
            }
            guard digits.count <= 128 else { return nil }
        }
        guard digits.count >= 7, digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Nil as of ``normal(_:)``.
    static func hex(_ bytes: [UInt8]) -> String? {
        let halves = bytes.flatMap { byte in [byte >> 4, byte & 15] }
        let digits = halves.map { (half: UInt8) -> UInt8 in half < 10 ? 0x30 + half : 0x57 + half }
        return normal(String(decoding: digits, as: UTF8.self))
    }

    /// What Sentry's and Breakpad's clients call an ELF of a build id: its first 16 bytes as a GUID of Windows, whose first three fields are
    /// written with the lowest byte first; what is missing of them is zero. They may append an age, which is cut off here too.
    public static func guid(ofBuildID id: String) -> String {
        let bytes = Array((id + String(repeating: "0", count: 32)).utf8.prefix(32))
        let order = [6, 7, 4, 5, 2, 3, 0, 1, 10, 11, 8, 9, 14, 15, 12, 13] + Array(16..<32)
        return String(decoding: order.map { bytes[$0] }, as: UTF8.self)
    }
}
