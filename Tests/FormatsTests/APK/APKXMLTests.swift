import Testing

@testable import Formats

struct APKXMLTests {
    @Test(arguments: [false, true])
    func elementsAndAttributesAreRead(utf16: Bool) throws {
        let elements = try APKXML.elements(APKForge.xml(.manifest(label: .text("演示")), utf16: utf16))
        #expect(elements.map(\.name) == ["manifest", "uses-sdk", "uses-permission", "application"] && elements.map(\.depth) == [1, 2, 2, 2])
        #expect(elements[0]["package"] == .text("com.example.demo") && elements[0][.versionCode] == .number(45))
        #expect(elements[3][.label] == .text("演示"))
    }

    @Test func theManifestIsUnderstood() throws {
        let more = [
            APKForge.Element(name: "uses-permission", attributes: [("name", 0x0101_0003, .text("android.permission.CAMERA"))]),
            .init(name: "uses-permission-sdk-23", attributes: [("name", 0x0101_0003, .text("p.q"))]),
            .init(name: "uses-feature", attributes: [("name", 0x0101_0003, .text("android.hardware.type.watch"))]),
            .init(
                name: "uses-feature",
                attributes: [("name", 0x0101_0003, .text("android.software.leanback")), ("required", 0x0101_028E, .boolean(false))]
            ),
        ]
        let facts = try APKFacts(try APKXML.elements(APKForge.xml(.manifest(more: more))), APKNoResources())
        #expect(facts.identifier == "com.example.demo" && facts.versionName == "2.3.0" && facts.versionCode == "45" && facts.label == "Demo")
        #expect(facts.minSDK == "23" && facts.targetSDK == "34" && facts.permissions == ["android.permission.CAMERA", "p.q"])
        #expect(facts.devices == ["watch"] && facts.icons == ["res/icon.png"])
    }

    @Test func aLongCodeHasTwoHalves() throws {
        let attributes: [(String, Int, APKValue)] = [
            ("package", 0, .text("a.b")), ("versionCode", 0x0101_021B, .number(-1)), ("versionCodeMajor", 0x0101_0576, .number(2)),
        ]
        let facts = try APKFacts(try APKXML.elements(APKForge.xml(.init(name: "manifest", attributes: attributes))), APKNoResources())
        #expect(facts.versionCode == "12884901887")
    }

    @Test func anotherDocumentIsNoManifest() throws {
        let elements = try APKXML.elements(APKForge.xml(.init(name: "resources")))
        #expect(throws: FormatError.malformed) { try APKFacts(elements, APKNoResources()) }
        #expect(throws: FormatError.malformed) { try APKXML.elements(Array("<manifest package=\"a\"/>".utf8)) }
        #expect(throws: FormatError.malformed) { try APKXML.elements([]) }
    }

    /// A part of no length would be read for ever.
    @Test func partsCannotLoop() {
        let whole = APKForge.xml(.manifest())
        for place in stride(from: 8, to: whole.count - 4, by: 4) {
            for size in [0, 1, 7, 8, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                var bytes = whole
                bytes.replaceSubrange(place..<place + 4, with: APKForge.little(size, 4))
                _ = try? APKXML.elements(bytes)
            }
        }
        let empty = APKForge.chunk(0x0003, [], [UInt8](repeating: 0, count: 64))
        #expect(throws: FormatError.malformed) { try APKXML.elements(empty) }
    }

    @Test func manyAndDeepElementsAreRefused() {
        let names = APKForge.pool(["a"])
        let none = APKForge.little(0xFFFF_FFFF, 4)
        let open = APKForge.chunk(0x0102, none + none, none + APKForge.little(0, 4) + APKForge.little(20, 4) + APKForge.little(0, 8))
        let close = APKForge.chunk(0x0103, none + none, none + APKForge.little(0, 4))
        let deep = (0..<200).flatMap { _ in open } + (0..<200).flatMap { _ in close }
        #expect(throws: FormatError.tooDeep) { try APKXML.elements(APKForge.chunk(0x0003, [], names + deep)) }
        let many = (0..<30_000).flatMap { _ in open + close }
        #expect(throws: FormatError.tooLarge) { try APKXML.elements(APKForge.chunk(0x0003, [], names + many)) }
        #expect(throws: FormatError.malformed) { try APKXML.elements(APKForge.chunk(0x0003, [], names + open)) }
    }

    /// One name of 30 KB, thousands of times.
    @Test func longNamesCountAsOftenAsTheyAreNamed() {
        let names = APKForge.pool([String(repeating: "a", count: 30_000)])
        let none = APKForge.little(0xFFFF_FFFF, 4)
        let open = APKForge.chunk(0x0102, none + none, none + APKForge.little(0, 4) + APKForge.little(20, 4) + APKForge.little(0, 8))
        let close = APKForge.chunk(0x0103, none + none, none + APKForge.little(0, 4))
        let many = (0..<1000).flatMap { _ in open + close }
        #expect(throws: FormatError.tooLarge) { try APKXML.elements(APKForge.chunk(0x0003, [], names + many)) }
    }

    @Test func damagedOnesDoNotTrap() {
        var generator = SeededGenerator(seed: 11)
        for bytes in [APKForge.xml(.manifest()), APKForge.xml(.manifest(), utf16: true)] {
            for _ in 0..<3000 { _ = try? APKXML.elements(generator.damage(bytes)) }
        }
    }
}
