@testable import Formats

/// Compiled XML and resources of Android made by hand.
enum APKForge {
    struct Element {
        let name: String
        var attributes: [(name: String, id: Int, value: APKValue)] = []
        var children: [Element] = []
    }

    // MARK: XML

    static func xml(_ element: Element, utf16: Bool = false) -> [UInt8] {
        let all = flat(element)
        let known = all.flatMap(\.attributes).filter { $0.id != 0 }
        var strings = known.map(\.name)
        for one in all {
            strings.append(one.name)
            for attribute in one.attributes { strings += [attribute.name, attribute.value.text ?? ""] }
        }
        let map = chunk(0x0180, [], known.flatMap { little($0.id, 4) })
        return chunk(0x0003, [], pool(strings, utf16: utf16) + map + write(element, strings, known.map(\.id)))
    }

    private static func flat(_ element: Element) -> [Element] { [element] + element.children.flatMap(flat) }

    private static func write(_ element: Element, _ strings: [String], _ ids: [Int]) -> [UInt8] {
        func place(_ text: String) -> [UInt8] { little(strings[ids.count...].firstIndex(of: text) ?? 0, 4) }
        let none = little(0xFFFF_FFFF, 4)
        var body = none + place(element.name) + little(20, 2) + little(20, 2) + little(element.attributes.count, 2) + little(0, 6)
        for attribute in element.attributes {
            let name = ids.firstIndex(of: attribute.id).map { little($0, 4) } ?? place(attribute.name)
            body += none + name + none + value(attribute.value, place)
        }
        return chunk(0x0102, little(1, 4) + none, body) + element.children.flatMap { write($0, strings, ids) }
            + chunk(0x0103, little(1, 4) + none, none + place(element.name))
    }

    private static func value(_ value: APKValue, _ place: (String) -> [UInt8]) -> [UInt8] {
        switch value {
        case .text(let text): little(8, 2) + [0, 0x03] + place(text)
        case .reference(let number): little(8, 2) + [0, 0x01] + little(number, 4)
        case .number(let number): little(8, 2) + [0, 0x10] + little(number, 4)
        case .boolean(let flag): little(8, 2) + [0, 0x12] + little(flag ? -1 : 0, 4)
        }
    }

    // MARK: resources

    /// How entries are found from their number.
    enum Table: Int {
        case plain = 0
        case sparse = 1
        case short = 2
    }

    /// A type of one package for one configuration: its number, its language, and its entries by their number.
    struct Group {
        var type = 1
        var language = ""
        var entries: [Int: APKValue]
        var table = Table.plain
        var isCompact = false
    }

    /// The package's number is 0x7F.
    static func resources(_ groups: [Group]) -> [UInt8] {
        var strings: [String] = []
        let types = groups.flatMap { write($0, &strings) }
        let head = little(0x7F, 4) + [UInt8](repeating: 0, count: 256) + little(0, 20)
        return chunk(0x0002, little(1, 4), pool(strings) + chunk(0x0200, head, types))
    }

    private static func write(_ group: Group, _ strings: inout [String]) -> [UInt8] {
        var (places, data): ([Int: Int], [UInt8]) = ([:], [])
        for (number, value) in group.entries.sorted(by: { $0.key < $1.key }) {
            places[number] = data.count
            let written = Self.value(value) { text in
                strings.append(text)
                return little(strings.count - 1, 4)
            }
            data += group.isCompact ? little(0, 2) + [0x08, written[3]] + written[4...] : little(8, 2) + little(0, 6) + written
        }
        let count = (group.entries.keys.max() ?? 0) + 1
        let table: [UInt8]
        switch group.table {
        case .plain: table = (0..<count).flatMap { little(places[$0] ?? 0xFFFF_FFFF, 4) }
        case .short: table = (0..<(count + count % 2)).flatMap { little(places[$0].map { $0 / 4 } ?? 0xFFFF, 2) }
        case .sparse: table = places.sorted { $0.key < $1.key }.flatMap { little($0.key, 2) + little($0.value / 4, 2) }
        }
        let config = little(64, 4) + little(0, 4) + Array(group.language.utf8) + [UInt8](repeating: 0, count: 56 - group.language.utf8.count)
        let listed = group.table == .sparse ? group.entries.count : count
        let head = [UInt8(group.type), UInt8(group.table.rawValue), 0, 0] + little(listed, 4) + little(20 + config.count + table.count, 4) + config
        return chunk(0x0201, head, table + data)
    }

    // MARK: parts

    static func pool(_ strings: [String], utf16: Bool = false) -> [UInt8] {
        var (offsets, text): ([UInt8], [UInt8]) = ([], [])
        for string in strings {
            offsets += little(text.count, 4)
            if utf16 {
                text += little(string.utf16.count, 2) + string.utf16.flatMap { little(Int($0), 2) } + [0, 0]
            } else {
                text += length(string.utf16.count) + length(string.utf8.count) + Array(string.utf8) + [0]
            }
        }
        while text.count % 4 != 0 { text.append(0) }
        let head = little(strings.count, 4) + little(0, 4) + little(utf16 ? 0 : 0x100, 4) + little(28 + offsets.count, 4) + little(0, 4)
        return chunk(0x0001, head, offsets + text)
    }

    private static func length(_ count: Int) -> [UInt8] {
        count < 0x80 ? [UInt8(count)] : [UInt8(count >> 8) | 0x80, UInt8(count & 0xFF)]
    }

    static func chunk(_ kind: Int, _ head: [UInt8], _ body: [UInt8]) -> [UInt8] {
        little(kind, 2) + little(8 + head.count, 2) + little(8 + head.count + body.count, 4) + head + body
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
    }

    /// A signing block with signers' certificates by the number of the scheme.
    static func signingBlock(_ schemes: [(id: Int, certificates: [[UInt8]])]) -> [UInt8] {
        let pairs = schemes.flatMap { scheme in
            let signers = scheme.certificates.flatMap { certificate in part(part(part([]) + part(part(certificate)) + part([])) + part([]) + part([]))
            }
            let value = little(scheme.id, 4) + part(signers)
            return little(value.count, 8) + value
        }
        let size = little(pairs.count + 24, 8)
        return size + pairs + size + Array("APK Sig Block 42".utf8)
    }

    private static func part(_ bytes: [UInt8]) -> [UInt8] { little(bytes.count, 4) + bytes }
}

extension APKForge.Element {
    /// A manifest with everything that is asked for.
    static func manifest(label: APKValue = .text("Demo"), icon: APKValue = .text("res/icon.png"), more: [APKForge.Element] = []) -> Self {
        APKForge.Element(
            name: "manifest",
            attributes: [
                ("package", 0, .text("com.example.demo")), ("versionCode", 0x0101_021B, .number(45)), ("versionName", 0x0101_021C, .text("2.3.0")),
            ],
            children: [
                .init(name: "uses-sdk", attributes: [("minSdkVersion", 0x0101_020C, .number(23)), ("targetSdkVersion", 0x0101_0270, .number(34))]),
                .init(name: "uses-permission", attributes: [("name", 0x0101_0003, .text("android.permission.CAMERA"))]),
                .init(name: "application", attributes: [("label", 0x0101_0001, label), ("icon", 0x0101_0002, icon)]),
            ] + more
        )
    }
}
