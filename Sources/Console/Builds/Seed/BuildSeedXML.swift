/// The manifest of an Android app as it is compiled (AOSP's `ResourceTypes.h`), as much of it as a package without code needs.
struct BuildSeedXML {
    private var strings: [String] = []
    /// Of Android's own attributes; their names are the first strings.
    private var known: [Int] = []
    private var elements: [UInt8] = []

    private static let none = 0xFFFF_FFFF

    private enum Value {
        case text(String)
        case number(Int)
    }

    /// - Parameters:
    ///   - label: at most 127 bytes, as all texts.
    ///   - icon: path within the package.
    init(
        package: String,
        versionName: String,
        versionCode: Int,
        minSDK: Int,
        targetSDK: Int,
        label: String,
        icon: String,
        permissions: [String]
    ) {
        for (name, number) in Self.attributes {
            strings.append(name)
            known.append(number)
        }
        open("manifest", [("package", .text(package)), ("versionCode", .number(versionCode)), ("versionName", .text(versionName))])
        element("uses-sdk", [("minSdkVersion", .number(minSDK)), ("targetSdkVersion", .number(targetSDK))])
        for permission in permissions { element("uses-permission", [("name", .text(permission))]) }
        element("application", [("label", .text(label)), ("icon", .text(icon))])
        close("manifest")
    }

    /// Of `android.R.attr`.
    private static let attributes = [
        ("label", 0x0101_0001), ("icon", 0x0101_0002), ("name", 0x0101_0003), ("minSdkVersion", 0x0101_020C), ("versionCode", 0x0101_021B),
        ("versionName", 0x0101_021C), ("targetSdkVersion", 0x0101_0270),
    ]

    var bytes: [UInt8] {
        let map = Self.chunk(0x0180, known.flatMap { Self.little($0, 4) })
        return Self.chunk(0x0003, pool + map + elements)
    }

    /// In UTF-8.
    private var pool: [UInt8] {
        var (offsets, text): ([UInt8], [UInt8]) = ([], [])
        for string in strings {
            precondition(string.utf8.count < 128)
            offsets += Self.little(text.count, 4)
            text += [UInt8(string.utf16.count), UInt8(string.utf8.count)] + string.utf8 + [0]
        }
        text += Array(repeating: 0, count: (4 - text.count % 4) % 4)
        let head = [strings.count, 0, 0x100, 28 + offsets.count, 0].flatMap { Self.little($0, 4) }
        return Self.chunk(0x0001, head + offsets + text, head: 28)
    }

    private mutating func element(_ name: String, _ attributes: [(String, Value)]) {
        open(name, attributes)
        close(name)
    }

    private mutating func open(_ name: String, _ attributes: [(String, Value)]) {
        var body = Self.line + Self.little(Self.none, 4) + Self.little(index(name), 4)
        body += [20, 20, attributes.count, 0, 0, 0].flatMap { Self.little($0, 2) }
        for (name, value) in attributes { body += attribute(name, value) }
        elements += Self.chunk(0x0102, body, head: 16)
    }

    private mutating func close(_ name: String) {
        elements += Self.chunk(0x0103, Self.line + Self.little(Self.none, 4) + Self.little(index(name), 4), head: 16)
    }

    private mutating func attribute(_ name: String, _ value: Value) -> [UInt8] {
        let start = Self.little(Self.none, 4) + Self.little(index(name), 4)
        switch value {
        case .text(let text):
            let place = Self.little(index(text), 4)
            return start + place + Self.little(8, 2) + [0, 0x03] + place
        case .number(let number):
            return start + Self.little(Self.none, 4) + Self.little(8, 2) + [0, 0x10] + Self.little(number, 4)
        }
    }

    /// The number of a string; `package` is an attribute without a number of its own, so equal texts stay apart from Android's names.
    private mutating func index(_ text: String) -> Int {
        if let place = strings.firstIndex(of: text) { return place }
        strings.append(text)
        return strings.count - 1
    }

    /// Of the source, and no comment.
    private static let line = little(1, 4) + little(none, 4)

    private static func chunk(_ kind: Int, _ body: [UInt8], head: Int = 8) -> [UInt8] {
        little(kind, 2) + little(head, 2) + little(8 + body.count, 4) + body
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
