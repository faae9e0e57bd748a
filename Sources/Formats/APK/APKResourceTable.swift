/// `resources.arsc`, the compiled resources of an apk (AOSP's `ResourceTypes.h`). Nothing of it is unpacked but what is asked for.
struct APKResourceTable: APKResources {
    private let strings: APKStrings
    /// Parts with the resources of a type for one configuration, by package and type.
    private var types: [Int: [APKChunks.Chunk]] = [:]

    init(_ bytes: [UInt8]) throws(FormatError) {
        let bytes = ByteView(bytes)
        guard try bytes.little(0, 2) == APKChunks.Kind.table else { throw .malformed }
        let whole = try bytes.part(0, try bytes.little(4, 4))
        var chunks = APKChunks(whole, from: try bytes.little(2, 2))
        var strings: APKStrings?
        var left = Self.mostChunks
        while let chunk = try chunks.next() {
            if chunk.kind == APKChunks.Kind.strings, strings == nil { strings = try APKStrings(chunk.bytes) }
            if chunk.kind == APKChunks.Kind.package { try Self.read(chunk, into: &types, left: &left) }
        }
        guard let strings else { throw .malformed }
        self.strings = strings
    }

    private static let mostChunks = 100_000

    private static func read(_ package: APKChunks.Chunk, into types: inout [Int: [APKChunks.Chunk]], left: inout Int) throws(FormatError) {
        let number = try package.bytes.little(8, 4)
        guard number <= 0xFF else { throw .malformed }
        var chunks = APKChunks(package.bytes, from: package.head)
        while let chunk = try chunks.next() {
            left -= 1
            guard left >= 0 else { throw .tooLarge }
            if chunk.kind == APKChunks.Kind.type { types[number << 8 | (try chunk.bytes.little(8, 1)), default: []].append(chunk) }
        }
    }

    func values(of number: Int) throws(FormatError) -> [APKResource] {
        var values: [APKResource] = []
        for type in types[number >> 16] ?? [] {
            guard let place = try entry(number & 0xFFFF, of: type), let value = try value(at: place, of: type) else { continue }
            values.append(APKResource(language: try language(of: type), value: value))
        }
        return values
    }

    /// Where the entry begins; nil for a configuration that has none.
    private func entry(_ index: Int, of type: APKChunks.Chunk) throws(FormatError) -> Int? {
        let (flags, count, start) = (try type.bytes.little(9, 1), try type.bytes.little(12, 4), try type.bytes.little(16, 4))
        if flags & Self.isSparse != 0 { return try sparse(index, count, of: type).map { start + $0 } }
        guard index < count else { return nil }
        if flags & Self.isShort != 0 {
            let offset = try type.bytes.little(type.head + index * 2, 2)
            return offset == 0xFFFF ? nil : start + offset * 4
        }
        let offset = try type.bytes.little(type.head + index * 4, 4)
        return offset == 0xFFFF_FFFF ? nil : start + offset
    }

    private static let isSparse = 0x01
    private static let isShort = 0x02

    /// Pairs of an index and a quarter of an offset, in order of the indexes.
    private func sparse(_ index: Int, _ count: Int, of type: APKChunks.Chunk) throws(FormatError) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let at = type.head + middle * 4
            let found = try type.bytes.little(at, 2)
            if found == index { return try type.bytes.little(at + 2, 2) * 4 }
            if found < index { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Styles and the like, which are several values, are nil.
    private func value(at place: Int, of type: APKChunks.Chunk) throws(FormatError) -> APKValue? {
        let (size, flags) = (try type.bytes.little(place, 2), try type.bytes.little(place + 2, 2))
        if flags & Self.isCompact != 0 {
            let data = try type.bytes.little(place + 4, 4)
            return APKChunks.value(kind: flags >> 8, data: data, text: flags >> 8 == 0x03 ? try strings.string(data) : nil)
        }
        return flags & Self.isComplex != 0 ? nil : try APKChunks.value(type.bytes, at: place + size, strings: strings)
    }

    private static let isComplex = 0x01
    private static let isCompact = 0x08

    /// Two letters, or what stands for three: only whether there are any matters here.
    private func language(of type: APKChunks.Chunk) throws(FormatError) -> String {
        String(decoding: try type.bytes.part(28, 2).array.filter { $0 != 0 }, as: UTF8.self)
    }
}
