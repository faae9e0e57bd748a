import Testing

@testable import Formats

struct APKTests {
    private let scratch: ZipScratch

    init() throws {
        scratch = try ZipScratch()
    }

    private func apk(_ files: [(String, [UInt8])], block: [UInt8] = []) throws(PackageError) -> APK {
        var forge = ZipForge()
        forge.items = files.map { ZipForge.Item($0.0, $0.1) }
        forge.gap = block
        do {
            return try APK(try scratch.reader(forge))
        } catch let error as PackageError {
            throw error
        } catch {
            throw .missing("\(error)")
        }
    }

    @Test func anAppIsRead() throws {
        let resources = APKForge.resources([.init(entries: [0: .text("Demo")]), .init(type: 2, entries: [0: .text("res/a.png")])])
        let manifest = APKForge.xml(.manifest(label: .reference(0x7F01_0000), icon: .reference(0x7F02_0000)))
        let app = try apk([
            ("AndroidManifest.xml", manifest), ("resources.arsc", resources), ("res/a.png", [1, 2]), ("lib/arm64-v8a/libA.so", [0]),
            ("lib/armeabi-v7a/libA.so", [0]), ("lib/README", [0]), ("lib/x/y/z.so", [0]),
        ])
        #expect(app.facts.label == "Demo" && app.facts.icons == ["res/a.png"] && !app.lacksResources)
        #expect(app.architectures == ["arm64-v8a", "armeabi-v7a"])
        #expect(try app.icon("res/a.png", upTo: 10) == [1, 2] && app.icon("res/b.png", upTo: 10) == nil)
        #expect(try app.signing() == APKSigning() && app.oldSignatures().isEmpty)
    }

    @Test func brokenResourcesLeaveTheRest() throws {
        let app = try apk([("AndroidManifest.xml", APKForge.xml(.manifest(label: .reference(0x7F01_0000)))), ("resources.arsc", [1, 2, 3])])
        #expect(app.lacksResources && app.facts.label == "" && app.facts.identifier == "com.example.demo")
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(throws: PackageError.missing("AndroidManifest.xml")) { try apk([("classes.dex", [0])]) }
        #expect(throws: PackageError.unreadable("AndroidManifest.xml", .malformed)) { try apk([("AndroidManifest.xml", Array("<manifest/>".utf8))]) }
        let silent = APKForge.xml(.init(name: "manifest", attributes: [("package", 0, .text("a.b"))]))
        #expect(throws: PackageError.silent("AndroidManifest.xml", about: "android:versionCode")) { try apk([("AndroidManifest.xml", silent)]) }
        let nameless = APKForge.xml(.init(name: "manifest"))
        #expect(throws: PackageError.silent("AndroidManifest.xml", about: "package")) { try apk([("AndroidManifest.xml", nameless)]) }
    }

    @Test func signersAreFound() throws {
        let block = APKForge.signingBlock([(0x7109_871A, [[1], [2]]), (0x4272_6577, []), (0x1B93_AD61, [[3]]), (0xF053_68C0, [[2]])])
        let files = [("AndroidManifest.xml", APKForge.xml(.manifest())), ("META-INF/A.SF", [0]), ("META-INF/A.RSA", [7]), ("META-INF/B.RSA", [8])]
        let app = try apk(files, block: block)
        let signing = try app.signing()
        #expect(signing.schemes == ["v2", "v3", "v3.1"] && signing.certificates == [[3], [2], [1]])
        #expect(try app.oldSignatures().map(\.path) == ["META-INF/A.RSA"] && app.oldSignatures().map(\.message) == [[7]])
    }

    @Test func aBrokenSigningBlockIsNamed() throws {
        let whole = APKForge.signingBlock([(0x7109_871A, [[1], [2]])])
        let manifest = ("AndroidManifest.xml", APKForge.xml(.manifest()))
        #expect(throws: PackageError.unreadable("APK Signing Block", .malformed)) {
            try apk([manifest], block: [0] + whole.dropFirst(9) + []).signing()
        }
        var large = whole
        large[whole.count - 17] = 0x7F
        #expect(throws: PackageError.self) { try apk([manifest], block: large).signing() }
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<3000 { _ = try? APKSigning(block: generator.damage(whole)) }
    }
}
