import Testing

@testable import Formats

struct HAPTests {
    private let scratch: ZipScratch

    init() throws {
        scratch = try ZipScratch()
    }

    private static let module = """
        {"app":{"bundleName":"com.example.demo","versionName":"2.3.0","versionCode":45,"label":"$string:name","icon":"$media:icon","minAPIVersion":50000012},
        "module":{"deviceTypes":["phone","tablet"],"requestPermissions":[{"name":"ohos.permission.CAMERA","reason":"$string:why","reasonId":2},{"name":"p"}]}}
        """

    private func hap(_ files: [(String, [UInt8])]) throws -> HAP {
        var forge = ZipForge()
        forge.items = files.map { ZipForge.Item($0.0, $0.1) }
        return try HAP(try scratch.reader(forge))
    }

    /// Resources by number: kind, name, value. The first table is for all devices, the second for Chinese.
    static func index(_ resources: [(number: Int, kind: Int, name: String, value: String)], chinese: [(Int, Int, String, String)] = []) -> [UInt8] {
        let heads = 136 + 12 + 20
        let tables = [resources, chinese.map { (number: $0.0, kind: $0.1, name: $0.2, value: $0.3) }]
        var place = heads + tables.reduce(0) { $0 + 8 + 8 * $1.count }
        var (lists, records, starts): ([UInt8], [UInt8], [Int]) = ([], [], [])
        for table in tables {
            starts.append(heads + lists.count)
            lists += Array("IDSS".utf8) + APKForge.little(table.count, 4)
            for resource in table {
                lists += APKForge.little(resource.number, 4) + APKForge.little(place, 4)
                let texts = [resource.value, resource.name].flatMap { text -> [UInt8] in
                    APKForge.little(text.utf8.count + 1, 2) + Array(text.utf8) + [0]
                }
                let record = APKForge.little(texts.count + 8, 4) + APKForge.little(resource.kind, 4) + APKForge.little(resource.number, 4) + texts
                records += record
                place += record.count
            }
        }
        var head = [UInt8](repeating: 0, count: 128) + APKForge.little(place, 4) + APKForge.little(2, 4)
        head += Array("KEYS".utf8) + APKForge.little(starts[0], 4) + APKForge.little(0, 4)
        head += Array("KEYS".utf8) + APKForge.little(starts[1], 4) + APKForge.little(1, 4) + APKForge.little(0, 4) + Array("hz\0\0".utf8)
        return head + lists + records
    }

    private static let resources = index(
        [(1, 9, "name", "Demo"), (2, 9, "why", "Scans."), (3, 19, "icon", "entry/resources/base/media/icon.png")],
        chinese: [(1, 9, "name", "演示")]
    )

    @Test func anAppIsRead() throws {
        let app = try hap([
            ("module.json", Array(Self.module.utf8)), ("resources.index", Self.resources), ("resources/base/media/icon.png", [4]),
            ("libs/arm64-v8a/a.so", [0]),
        ])
        #expect(app.identifier == "com.example.demo" && app.versionName == "2.3.0" && app.versionCode == "45" && app.label == "Demo")
        #expect(app.minAPI == "12" && app.targetAPI == nil && app.devices == ["phone", "tablet"] && app.architectures == ["arm64-v8a"])
        #expect(app.permissions.map(\.name) == ["ohos.permission.CAMERA", "p"] && app.permissions.map(\.reason) == ["Scans.", nil])
        #expect(app.icons == ["resources/base/media/icon.png"] && !app.lacksResources)
        #expect(try app.icon(app.icons[0], upTo: 10) == [4] && app.signing() == nil)
    }

    @Test func theOlderDocumentIsRead() throws {
        let config = """
            {"app":{"bundleName":"a.b","version":{"name":"1.0","code":3},"apiVersion":{"compatible":8,"target":9}},
            "module":{"deviceType":["watch"],"abilities":[{"label":"Name"}]}}
            """
        let app = try hap([("config.json", Array(config.utf8))])
        #expect(
            app.identifier == "a.b" && app.versionCode == "3" && app.minAPI == "8" && app.targetAPI == "9" && app.label == "Name"
                && app.devices == ["watch"]
        )
    }

    @Test func twoLayersAreOnePicture() throws {
        let layers = #"{"layered-image":{"background":"$media:4","foreground":"$media:5"}}"#
        let index = Self.index([(3, 19, "icon", "entry/icon.json"), (4, 19, "b", "entry/b.png"), (5, 19, "f", "entry/f.png")])
        let below = try PNG.encode(PNG.Image(width: 2, height: 1, format: .rgba, pixels: [10, 20, 30, 255, 10, 20, 30, 255]))
        let above = try PNG.encode(PNG.Image(width: 2, height: 1, format: .rgba, pixels: [200, 200, 200, 255, 0, 0, 0, 0]))
        let files = [
            ("module.json", Array(Self.module.utf8)), ("resources.index", index), ("icon.json", Array(layers.utf8)), ("b.png", below),
            ("f.png", above),
        ]
        let app = try hap(files)
        let picture = try #require(try app.icon("icon.json", upTo: 1 << 20))
        #expect(try PNG.decode(picture, maxPixels: 10).pixels == [200, 200, 200, 255, 10, 20, 30, 255])
        #expect(try hap(files.dropLast()).icon("icon.json", upTo: 1 << 20) == nil)
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(throws: PackageError.missing("module.json")) { try hap([("a", [0])]) }
        #expect(throws: PackageError.unreadable("module.json", .malformed)) { try hap([("module.json", Array("{}".utf8))]) }
        #expect(throws: PackageError.unreadable("config.json", .malformed)) { try hap([("config.json", Array("[]".utf8))]) }
        let app = try hap([("module.json", Array(Self.module.utf8)), ("resources.index", [1])])
        #expect(app.lacksResources && app.label == "" && app.icons.isEmpty)
    }

    @Test func damagedResourcesDoNotTrap() {
        var generator = SeededGenerator(seed: 19)
        for _ in 0..<3000 {
            guard let resources = try? HAPResources(generator.damage(Self.resources)) else { continue }
            for number in 0..<4 { _ = resources.value(number, "$string:name") }
        }
    }

    @Test func theSigningBlockIsRead() throws {
        let table =
            APKForge.little(0x2000_0000, 4) + APKForge.little(2, 4) + APKForge.little(24, 4) + APKForge.little(0x2000_0002, 4)
            + APKForge.little(1, 4) + APKForge.little(26, 4)
        let body = table + [1, 2, 3]
        let block = body + APKForge.little(2, 4) + APKForge.little(body.count + 32, 8) + Array("<hap sign block>".utf8) + APKForge.little(3, 4)
        #expect(try HAPSigning.size(footer: block.suffix(32)) == block.count)
        #expect(try HAPSigning(block: block).signature == [1, 2] && HAPSigning(block: block).profile == [3])
        #expect(try HAPSigning.size(footer: [UInt8](repeating: 0, count: 32)) == nil)
        var generator = SeededGenerator(seed: 23)
        for _ in 0..<2000 { _ = try? HAPSigning(block: generator.damage(block)) }
    }

    @Test func aProfileIsRead() throws {
        let content = """
            {"uuid":"u","type":"debug","validity":{"not-before":1722304046,"not-after":1753840046},"bundle-info":{"bundle-name":"a.b","developer-id":"7"},
            "debug-info":{"device-ids":["d"]}}
            """
        let profile = try HAPProfile(content: Array(content.utf8))
        #expect(
            profile.uuid == "u" && profile.type == "debug" && profile.bundleName == "a.b" && profile.developerId == "7" && profile.devices == ["d"]
        )
        #expect(profile.validUntil.timeIntervalSince1970 == 1_753_840_046 && profile.distribution == nil)
        #expect(throws: FormatError.malformed) { try HAPProfile(content: Array("{}".utf8)) }
        let never = content.replacing("1753840046", with: "1e300")
        #expect(throws: FormatError.malformed) { try HAPProfile(content: Array(never.utf8)) }
    }
}
