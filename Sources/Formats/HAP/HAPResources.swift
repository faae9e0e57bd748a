/// `resources.index`, the compiled resources of an app for HarmonyOS (OpenHarmony's `global_resource_tool`, `resource_table.cpp`): after a head
/// of 136 bytes tables of numbers for each configuration of a device, then the resources themselves.
struct HAPResources {
    private let bytes: ByteView
    /// Where the resource of a number is, that for all devices if there is one.
    private var places: [Int: Int] = [:]
    /// Numbers by kind and name, as in `string:app_name`.
    private var names: [String: Int] = [:]
    private var left = Self.most
    private var nameBytes = 4 << 20

    private static let most = 100_000

    /// Of an app without.
    init() {
        bytes = ByteView([])
    }

    init(_ bytes: [UInt8]) throws(FormatError) {
        self.bytes = ByteView(bytes)
        let count = try self.bytes.little(132, 4)
        var place = 136
        for _ in 0..<count {
            let keys = try self.bytes.little(place + 8, 4)
            guard try self.bytes.part(place, 4).array == Array("KEYS".utf8), keys <= bytes.count / 8 else { throw .malformed }
            try readTable(try self.bytes.little(place + 4, 4), isGeneral: keys == 0)
            place += 12 + keys * 8
        }
    }

    private mutating func readTable(_ place: Int, isGeneral: Bool) throws(FormatError) {
        let count = try bytes.little(place + 4, 4)
        guard try bytes.part(place, 4).array == Array("IDSS".utf8) else { throw .malformed }
        // One of each table, so that a thousand empty ones cost as well.
        guard count < left else { throw .tooLarge }
        left -= count + 1
        for index in 0..<count {
            let (number, at) = (try bytes.little(place + 8 + index * 8, 4), try bytes.little(place + 12 + index * 8, 4))
            if places[number] == nil { try addName(of: at, number) }
            if isGeneral || places[number] == nil { places[number] = at }
        }
    }

    private static let kinds = [9: "string", 19: "media"]

    private mutating func addName(of place: Int, _ number: Int) throws(FormatError) {
        guard let kind = Self.kinds[try bytes.little(place + 4, 4)] else { return }
        let at = place + 14 + (try bytes.little(place + 12, 2))
        let size = try bytes.little(at, 2)
        nameBytes -= size
        guard nameBytes >= 0 else { throw .tooLarge }
        names["\(kind):\(try text(at + 2, size))"] = number
    }

    /// What is meant by a number, or else by a name such as `$string:app_name` or `$media:16777222`; a name without `$` means itself.
    func value(_ number: Int?, _ name: String?) -> String? {
        if let number, let place = places[number] { return try? text(place + 14, bytes.little(place + 12, 2)) }
        guard let name, name.utf8.first == UInt8(ascii: "$") else { return name }
        let named = String(name.dropFirst())
        guard let number = names[named] ?? named.split(separator: ":").last.flatMap({ Int($0) }), places[number] != nil else { return nil }
        return value(number, nil)
    }

    /// Up to the zero at its end.
    private func text(_ place: Int, _ size: Int) throws(FormatError) -> String {
        String(decoding: try bytes.part(place, size).array.prefix { $0 != 0 }, as: UTF8.self)
    }
}
