import Testing

@testable import Formats

struct IPATests {
    private let scratch: ZipScratch

    init() throws {
        scratch = try ZipScratch()
    }

    private static let info: [String: PlistValue] = [
        "CFBundleIdentifier": .string("com.example.demo"), "CFBundleVersion": .string("45"), "CFBundleExecutable": .string("Demo"),
        "UIDeviceFamily": .list([.integer(1), .string("2"), .integer(99)]), "NSCameraUsageDescription": .string("Scans codes."),
        "NSAppleMusicUsageDescription": .string("Plays."),
        "CFBundleIcons": .dictionary(["CFBundlePrimaryIcon": .dictionary(["CFBundleIconFiles": .list([.string("AppIcon60x60")])])]),
    ]

    private func ipa(_ info: [String: PlistValue] = IPATests.info, _ files: [(String, [UInt8])] = []) throws -> IPA {
        let all = [("Payload/Demo.app/Info.plist", PlistForge(.dictionary(info)).bytes)] + files
        return try IPA(try reader(all))
    }

    private func reader(_ files: [(String, [UInt8])]) throws -> ZipReader {
        var forge = ZipForge()
        forge.items = files.map { ZipForge.Item($0.0, $0.1) }
        return try scratch.reader(forge)
    }

    @Test func anAppIsRead() throws {
        let app = try ipa(
            Self.info,
            [
                ("Payload/Demo.app/Demo", [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1, 0, 0, 0, 0]),
                ("Payload/Demo.app/embedded.mobileprovision", [5]),
                ("Payload/Demo.app/PlugIns/A.appex/Info.plist", [0]), ("Payload/Demo.app/Watch/W.app/Info.plist", [0]),
            ]
        )
        #expect(app.folder == "Payload/Demo.app/" && app.info["CFBundleIdentifier"]?.string == "com.example.demo")
        #expect(app.families == ["iphone", "ipad"] && app.usages.map(\.key) == ["NSAppleMusicUsageDescription", "NSCameraUsageDescription"])
        #expect(try app.architectures() == ["arm64"] && app.profile() == [5])
    }

    @Test func iconsAreFoundByName() throws {
        let names = [
            "AppIcon60x60@2x.png", "AppIcon60x60@3x.png", "AppIcon60x60@2x~ipad.png", "AppIcon76x76.png", "x/AppIcon60x60@2x.png", "AppIcon60x60.car",
        ]
        let files = names.map { ("Payload/Demo.app/" + $0, [1] as [UInt8]) }
        #expect(try ipa(Self.info, files).icons == names.prefix(3).map { "Payload/Demo.app/" + $0 })
        var old = Self.info
        old["CFBundleIcons"] = nil
        old["CFBundleIconFiles"] = .list([.string("AppIcon76x76.png")])
        #expect(try ipa(old, files).icons == ["Payload/Demo.app/AppIcon76x76.png"])
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(throws: PackageError.missing("Payload/….app/Info.plist")) { try IPA(try reader([("Payload/Demo.app/Demo", [0])])) }
        #expect(throws: PackageError.unreadable("Payload/A.app/Info.plist", .malformed)) { try IPA(try reader([("Payload/A.app/Info.plist", [0])])) }
        #expect(throws: PackageError.several("Payload/A.app/Info.plist", "Payload/B.app/Info.plist")) {
            try IPA(try reader([("Payload/A.app/Info.plist", [0]), ("Payload/B.app/Info.plist", [0])]))
        }
        #expect(throws: PackageError.silent("Payload/Demo.app/Info.plist", about: "CFBundleIdentifier")) {
            try ipa(["CFBundleVersion": .string("1")])
        }
        #expect(throws: PackageError.unreadable("Payload/Demo.app/Demo", .malformed)) {
            try ipa(Self.info, [("Payload/Demo.app/Demo", [1, 2, 3, 4])]).architectures()
        }
        #expect(try ipa().architectures().isEmpty && ipa().profile() == nil)
    }
}
