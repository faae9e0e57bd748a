import Testing

@testable import Formats

struct AABTests {
    private let scratch: ZipScratch

    init() throws {
        scratch = try ZipScratch()
    }

    // MARK: messages by hand

    private static func varint(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
    }

    private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] { varint(number << 3 | 2) + varint(content.count) + content }
    private static func field(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }
    private static func field(_ number: Int, value: Int) -> [UInt8] { varint(number << 3) + varint(value) }

    private static func element(_ element: APKForge.Element) -> [UInt8] {
        let attributes = element.attributes.flatMap { attribute -> [UInt8] in
            let compiled: [UInt8]
            switch attribute.value {
            case .text: compiled = []
            case .reference(let number): compiled = field(6, field(1, field(1, value: 0) + field(2, value: number)))
            case .number(let number): compiled = field(6, field(7, field(6, value: number)))
            case .boolean(let flag): compiled = field(6, field(7, field(8, value: flag ? 1 : 0)))
            }
            return field(4, field(2, attribute.name) + field(3, attribute.value.text ?? "@x") + field(5, value: attribute.id) + compiled)
        }
        return field(1, field(3, element.name) + attributes + element.children.flatMap { field(5, Self.element($0)) })
    }

    /// One type of package 0x7F.
    private static func resources(_ values: [(language: String, text: String)], isFile: Bool = false) -> [UInt8] {
        let configs = values.flatMap { value in
            let item = field(4, isFile ? field(5, field(1, value.text)) : field(2, field(1, value.text)))
            return field(6, field(1, field(3, value.language)) + field(2, item))
        }
        let entry = field(1, Self.field(1, value: 3)) + field(2, "name") + configs
        return field(2, field(1, Self.field(1, value: 0x7F)) + field(3, field(1, Self.field(1, value: 1)) + field(2, "string") + field(3, entry)))
    }

    private static let manifest = element(.manifest(label: .reference(0x7F01_0003)))

    private func aab(_ files: [(String, [UInt8])]) throws -> AAB {
        var forge = ZipForge()
        forge.items = files.map { ZipForge.Item($0.0, $0.1) }
        return try AAB(try scratch.reader(forge))
    }

    @Test func aBundleIsRead() throws {
        let resources = Self.resources([("zh", "演示"), ("", "Demo")])
        let app = try aab([
            ("base/manifest/AndroidManifest.xml", Self.manifest), ("base/resources.pb", resources), ("base/lib/x86_64/a.so", [0]),
            ("base/res/icon.png", [9]),
        ])
        #expect(
            app.facts.identifier == "com.example.demo" && app.facts.versionCode == "45" && app.facts.versionName == "2.3.0"
                && app.facts.label == "Demo"
        )
        #expect(app.facts.minSDK == "23" && app.facts.permissions == ["android.permission.CAMERA"] && app.architectures == ["x86_64"])
        #expect(try app.icon(app.facts.icons[0], upTo: 9) == [9] && !app.lacksResources)
    }

    @Test func filesAreFound() throws {
        let resources = AABResources(Self.resources([("", "res/a.png"), ("", "res/b.png")], isFile: true))
        #expect(Set(try resources.files(.reference(0x7F01_0003))) == ["res/a.png", "res/b.png"])
        #expect(try resources.values(of: 0x7F01_0004).isEmpty && resources.values(of: 0x7E01_0003).isEmpty)
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(throws: PackageError.missing("base/manifest/AndroidManifest.xml")) { try aab([("BundleConfig.pb", [0])]) }
        #expect(throws: PackageError.unreadable("base/manifest/AndroidManifest.xml", .malformed)) {
            try aab([("base/manifest/AndroidManifest.xml", Array("<manifest/>".utf8))])
        }
        let broken = try aab([("base/manifest/AndroidManifest.xml", Self.manifest), ("base/resources.pb", [0xFF])])
        #expect(broken.lacksResources && broken.facts.identifier == "com.example.demo")
    }

    @Test func deepAndManyElementsAreRefused() {
        var deep = Self.field(1, Self.field(3, "a"))
        for _ in 0..<200 { deep = Self.field(1, Self.field(3, "a") + Self.field(5, deep)) }
        #expect(throws: FormatError.tooDeep) { try AABXML.elements(deep) }
        let many = (0..<30_000).flatMap { _ in Self.field(5, Self.field(1, [])) }
        #expect(throws: FormatError.tooLarge) { try AABXML.elements(Self.field(1, many)) }
        #expect(throws: FormatError.malformed) { try AABXML.elements([]) }
        #expect(throws: FormatError.malformed) { try AABXML.elements([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]) }
    }

    @Test func damagedOnesDoNotTrap() {
        var generator = SeededGenerator(seed: 29)
        let resources = Self.resources([("", "Demo")])
        for _ in 0..<3000 {
            _ = try? AABXML.elements(generator.damage(Self.manifest))
            _ = try? AABResources(generator.damage(resources)).values(of: 0x7F01_0003)
        }
    }
}
