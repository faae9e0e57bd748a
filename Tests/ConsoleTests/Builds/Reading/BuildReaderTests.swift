import Formats
import Foundation
import Signing
import TestSupport
import Testing
import Web

@testable import Console

/// Packages that are read by a real child.
struct BuildReaderTests {
    private let scratch: ScratchFiles
    private let inspector = FileInspector()

    init() throws {
        scratch = try ScratchFiles()
    }

    private func facts(_ bytes: [UInt8], _ name: String) async throws -> BuildFacts {
        try await inspector.facts(of: try scratch.file("package", bytes), name: name)
    }

    private func refusal(_ bytes: [UInt8], _ name: String) async throws -> Message? {
        do {
            _ = try await facts(bytes, name)
            return nil
        } catch let problem as Problem {
            return problem.rejections.first?.message
        }
    }

    @Test func anIPAIsRead() async throws {
        var package = TestPackage()
        let json = Array(#"{"schema":"mainsite/BuildConfig/1"}"#.utf8)
        package.files["Payload/Demo.app/mPaas.framework/BuildConfig.json"] = json
        let profile = TestProfile()
        let facts = try await facts(try package.ipa(profile: try profile.signed()), "Demo.IPA")
        #expect(facts.kind == .ipa && facts.platform == .ios && facts.identifier == "com.example.demo" && facts.displayName == "Demo")
        #expect(facts.version == "2.3.0" && facts.buildNumber == "45" && facts.minOS == "13.0" && facts.architectures == ["arm64"])
        #expect(facts.devices == ["iphone", "ipad"] && facts.manifest == json && facts.notes.isEmpty)
        #expect(facts.permissions == [BuildPermission(name: "NSCameraUsageDescription", reason: "Scans codes.")])
        let read = try #require(facts.signing.profile)
        #expect(read.kind == .adHoc && read.uuid == profile.uuid && read.teamId == "DEMO123456" && read.devices == profile.devices)
        #expect(read.createdAt == profile.createdAt && read.expiresAt == profile.expiresAt && !read.allDevices)
        #expect(facts.signing.certificates.count == 1 && facts.signing.certificates[0].subject.contains("iPhone Distribution: Demo"))
        #expect(facts.signing.certificates[0].sha256.count == 64)
        #expect(try PNG.decode(try #require(facts.icon), maxPixels: 1 << 20).width == 120)
    }

    @Test func theOtherKindsAreRead() async throws {
        let apk = try await facts(try TestPackage().apk(), "demo.apk")
        #expect(apk.kind == .apk && apk.identifier == "com.example.demo" && apk.version == "2.3.0" && apk.buildNumber == "45" && apk.minOS == "23")
        #expect(apk.displayName == "Demo" && apk.architectures == ["arm64-v8a"] && apk.permissions.map(\.name) == ["android.permission.CAMERA"])
        #expect(apk.signing == BuildSigning() && apk.icon != nil && apk.targetOS == "34" && apk.manifest == nil)
        let hap = try await facts(try TestPackage().hap(), "demo.hap")
        #expect(hap.kind == .hap && hap.platform == .harmony && hap.minOS == "12" && hap.devices == ["phone", "tablet"] && hap.icon != nil)
        #expect(hap.permissions == [BuildPermission(name: "ohos.permission.CAMERA", reason: "Scans codes.")])
    }

    @Test func namesHaveToSayWhatIsInside() async throws {
        let apk = try TestPackage().apk()
        #expect(try await refusal(apk, "demo.ipa") == Message("builds.file.renamed", ["name": "demo.ipa", "kind": "apk"]))
        #expect(try await refusal(apk, "demo.zip") == Message("builds.file.extension", ["name": "demo.zip"]))
        #expect(try await refusal(apk, "apk") == Message("builds.file.extension", ["name": "apk"]))
        #expect(try await refusal(Array(apk.dropLast(30)), "demo.apk") == Message("builds.file.notArchive", ["name": "demo.apk"]))
        #expect(try await refusal([], "demo.apk") == Message("builds.file.notArchive", ["name": "demo.apk"]))
        #expect(try await refusal(Array("text".utf8), "a\u{202E}.hap") == Message("builds.file.notArchive", ["name": "a.hap"]))
    }

    @Test func whatIsMissingOrBrokenIsNamed() async throws {
        var package = TestPackage()
        package.without = ["Payload/Demo.app/Info.plist", "AndroidManifest.xml", "module.json"]
        #expect(try await refusal(try package.ipa(), "a.ipa") == Message("builds.file.missing", ["entry": "Payload/….app/Info.plist"]))
        #expect(try await refusal(try package.apk(), "a.apk") == Message("builds.file.missing", ["entry": "AndroidManifest.xml"]))
        #expect(try await refusal(try package.hap(), "a.hap") == Message("builds.file.missing", ["entry": "module.json"]))
        package.without = []
        package.files = ["Payload/Demo.app/Info.plist": [0]]
        #expect(try await refusal(try package.ipa(), "a.ipa") == Message("builds.file.malformed", ["entry": "Payload/Demo.app/Info.plist"]))
        package.files = ["AndroidManifest.xml": Array("<manifest/>".utf8)]
        #expect(try await refusal(try package.apk(), "a.apk") == Message("builds.file.malformed", ["entry": "AndroidManifest.xml"]))
        let place = "Payload/Demo.app/embedded.mobileprovision"
        #expect(try await refusal(try TestPackage().ipa(profile: Array("<plist>".utf8)), "a.ipa") == Message("builds.file.profile", ["entry": place]))
    }

    /// 148 bytes that were 6 GB, and 150 KB that overflowed the stack.
    @Test func forgedListsCostLittle() async throws {
        var package = TestPackage()
        let place = "Payload/Demo.app/Info.plist"
        // Numbered, or it would be refused for how little it is packed.
        package.files[place] = Array(("<plist>" + (0..<150_000).map { "<array><!--\($0)-->" }.joined()).utf8)
        #expect(try await refusal(try package.ipa(), "a.ipa") == Message("builds.file.tooDeep", ["entry": place]))
        var bomb = Array("bplist00".utf8)
        for level in 1...8 { bomb += [0xAA] + [UInt8](repeating: UInt8(level), count: 10) }
        bomb += [0x08] + (0..<9).map { UInt8(8 + 11 * $0) } + [0, 0, 0, 0, 0, 0, 1, 1]
        bomb += [9, 0, 97].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
        package.files[place] = bomb
        let start = ContinuousClock.now
        #expect(try await refusal(try package.ipa(), "a.ipa") == Message("builds.file.tooLarge", ["entry": place]))
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func iconsOfAllSizesAreTakenOrNoted() async throws {
        var package = TestPackage()
        package.iconSide = 1
        #expect(try PNG.decode(try #require(try await facts(try package.ipa(), "a.ipa").icon), maxPixels: 1).width == 1)
        package.iconSide = 1024
        #expect(try PNG.decode(try #require(try await facts(try package.ipa(), "a.ipa").icon), maxPixels: 1 << 20).width == 512)
        let place = "Payload/Demo.app/AppIcon60x60@2x.png"
        // The head of a picture of 30,000 × 30,000, and nothing behind it.
        package.files[place] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]
        var noted = try await facts(try package.ipa(), "a.ipa")
        #expect(noted.icon == nil && noted.notes == [BuildNote(word: "iconSize", entry: place)])
        package.files[place]?[18] = 0
        package.files[place]?[22] = 0
        noted = try await facts(try package.ipa(), "a.ipa")
        #expect(noted.icon == nil && noted.notes == [BuildNote(word: "icon", entry: place)])
    }

    @Test func severalManifestsAreNoted() async throws {
        var package = TestPackage()
        package.files = ["a/BuildConfig.json": [1], "b/BuildConfig.json": [2]]
        let facts = try await facts(try package.hap(), "a.hap")
        #expect(facts.manifest == nil && facts.notes == [BuildNote(word: "manifests", entry: "a/BuildConfig.json, b/BuildConfig.json")])
    }

    @Test func textsAreCleaned() async throws {
        #expect(BuildText.clean(" a\u{0}\u{202E}b \n\t c\u{7F} ", limit: 100) == "ab c")
        #expect(BuildText.clean(String(repeating: "长", count: 300), limit: 100).unicodeScalars.count == 100)
        var package = TestPackage()
        package.name = "Demo\u{202E}\n  App"
        #expect(try await facts(try package.ipa(), "a.ipa").displayName == "Demo App")
    }

    @Test func everySentenceIsThere() throws {
        let catalogue = try Catalogue(directory: TestConsole.home + "/Views")
        let entry = "Payload/A.app/Info.plist"
        let errors: [PackageError] = [
            .archive(.damaged("e")), .archive(.tooLarge("e")), .missing("e"), .several("e", "f"), .unreadable(entry, .malformed),
            .unreadable(entry, .tooDeep), .unreadable(entry, .tooLarge), .unreadable("a.mobileprovision", .malformed), .silent("e", about: "x"),
        ]
        var messages = errors.map { BuildRefusal($0) }.map { Message($0.key, $0.arguments) }
        messages += ["extension", "notArchive", "renamed"].map { Message("builds.file.\($0)", ["name": "n", "kind": "apk"]) }
        let notes = ["icon", "iconSize", "iconWebP", "resources", "manifest", "manifests", "certificate", "signature", "profileSignature"]
        messages += notes.map { Message("builds.note.\($0)", ["entry": "e"]) }
        for message in messages {
            for language in Language.allCases {
                let sentence = catalogue[language][message]
                #expect(sentence != message.key && !sentence.contains("{{"), "\(message.key)")
            }
        }
    }
}
