/// Which build a program is.
enum ELFNotes {
    private static let longest = 1 << 20

    /// `NT_GNU_BUILD_ID` among the notes, wherever the program keeps them.
    static func buildID(_ segments: [ELFSegment], _ sections: [ELFSection], _ bytes: SymbolBytes, _ order: ELFOrder) throws(FormatError) -> String? {
        // In a debug file segments may name places that are not there, so sections come first.
        let places = sections.filter { $0.kind == ELFSection.note }.map { ($0.offset, $0.size) }
        let others = segments.filter { $0.kind == ELFSegment.note }.map { ($0.offset, $0.size) }
        for (offset, size) in places.prefix(64) + others.prefix(64) where size <= longest {
            guard let notes = try? bytes.read(offset, size), let id = find(ByteView(notes), order) else { continue }
            return id
        }
        return nil
    }

    /// A note is the sizes of its name and of what it holds, its kind, and the two, each filled up to four bytes.
    private static func find(_ notes: ByteView, _ order: ELFOrder) -> String? {
        var place = 0
        while let name = try? order.number(notes, place, 4), let size = try? order.number(notes, place + 4, 4) {
            let kind = try? order.number(notes, place + 8, 4)
            let start = place + 12 + padded(name)
            if kind == 3, name == 4, let owner = try? notes.part(place + 12, 4).array, owner.elementsEqual("GNU\0".utf8) {
                return (4...64).contains(size) ? (try? notes.part(start, size)).flatMap { SymbolID.hex($0.array) } : nil
            }
            place = start + padded(size)
        }
        return nil
    }

    private static func padded(_ size: Int) -> Int { (size + 3) & ~3 }

    /// Breakpad's id of a program without one (`linux/file_id.cc`): all 16-byte pieces of the first 4,096 bytes of its code, XORed.
    static func substitute(_ sections: [ELFSection], _ bytes: SymbolBytes) throws(FormatError) -> String? {
        guard let code = sections.first(where: { $0.name == ".text" && $0.isInFile }) else { return nil }
        let page = try bytes.head(code.offset, min(code.size, 4_096))
        var id = [UInt8](repeating: 0, count: 16)
        for start in stride(from: 0, to: page.count - page.count % 16, by: 16) {
            for index in 0..<16 { id[index] ^= page[start + index] }
        }
        return SymbolID.hex(id)
    }
}
