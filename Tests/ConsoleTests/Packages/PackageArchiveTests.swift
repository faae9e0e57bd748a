import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct PackageArchiveTests {
    @Test func itHoldsTheModulesAndWhatAProjectNeeds() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.ready(PackageRoom.choice("MPHttpClient", "MPCommonUI"))
            let files = try await room.files(of: package)
            #expect(files["mPaaS/Frameworks/MPLog.framework/MPLog"]?.text == "code of MPLog 1.0.0")
            #expect(files["mPaaS/Resources/APCommonUI.bundle/Info.plist"]?.text == "<plist/>")
            let stored = try await room.packages.manifest(package.id, of: "demo").bytes
            #expect(files["BuildConfig.json"]?.text == stored && files["mPaaS/mPaaS.bundle/BuildConfig.json"]?.text == stored)
            let bill = try await room.packages.bill(package.id, of: "demo")
            #expect(files["bom.cdx.json"] == bill)
            let config = AppConfig(app: try room.app, platform: try room.console.server.apps.platform(.ios, of: "demo"), publicURL: PackageRoom.url)
            let (json, plist) = (try config.file(), try config.gatewayPlist())
            #expect(files["mPaaS/\(config.fileName)"] == json && files["mPaaS/GatewayConfig.plist"] == plist)
            let header = #""path" : "mPaaS/Frameworks/MPHttpClient.framework/Headers/MPHttpClient.h""#
            #expect(files["headers.json"]?.text.contains(header) == true)
        }
    }

    @Test func theReadmeSaysWhatToAddInBothLanguages() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let readme = try #require(try await room.files(of: room.ready(PackageRoom.choice("MPHttpClient", "MPCommonUI")))["README.md"]).text
            for words in [
                "加上系统库：`Foundation.framework`, `libz.tbd`", "Link the system libraries: `Foundation.framework`, `libz.tbd`",
                "自行加入这些第三方库，包里没有：`SecurityGuardSDK 1.5`",
                "Other Linker Flags 加上：`-ObjC`", "`APCommonUI.bundle`", "### MPHttpClient 1.0.0 · MPHttpClient 模块",
                "### MPHttpClient 1.0.0 · Module MPHttpClient",
                "> 修复若干问题", "> Repairs of 1.0.0", "Needed by `MPCommonUI`, `MPHttpClient`, `MPLog`", "mPaaS/Frameworks/MPLog.framework",
            ] { #expect(readme.contains(words), "\(words)") }
        }
    }

    @Test func packageManagersFindTheSame() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            try await room.publish("MPNew", more: ["MPNew.xcframework/Info.plist": "<plist/>"])
            let package = try await room.ready(PackageRoom.choice("MPHttpClient", "MPNew"))
            let files = try await room.files(of: package)
            let pod = files["mPaaS.podspec"]?.text ?? ""
            #expect(pod.contains("s.frameworks = 'Foundation'\n") && pod.contains("s.libraries = 'z'\n") && pod.contains("'$(inherited) -ObjC'"))
            let swift = files["Package.swift"]?.text ?? ""
            #expect(swift.contains(#".binaryTarget(name: "MPNew", path: "mPaaS/Frameworks/MPNew.xcframework")"#))
            #expect(swift.contains("MPHttpClient.framework, MPLog.framework") && swift.contains(#".linkedLibrary("z")"#))
            let manifest = try await room.packages.manifest(package.id, of: "demo").manifest
            let snippets = PackageSnippets.of(package, manifest: manifest, publicURL: PackageRoom.url)
            #expect(snippets.map(\.file) == ["Podfile", "Package.swift"] && snippets[0].text.contains("./DEMO_IOS-\(package.version)'"))
        }
    }

    @Test(arguments: [(Platform.android, "aar", "mpaas.gradle", "assets"), (.harmony, "har", "oh-package.json5", "resources/rawfile")])
    func otherPlatformsGetTheirArtifactsWhole(platform: Platform, kind: String, project: String, folder: String) async throws {
        try await PackageRoom.run(platforms: [platform.rawValue]) { room in
            let version = try await room.publish("MPLog", on: platform)
            let files = try await room.files(of: room.ready(PackageRoom.choice("MPLog", on: platform)))
            let artifact = try #require(files["libs/MPLog-1.0.0.\(kind)"])
            #expect(BlobID(of: artifact) == version.artifact.sha256)
            #expect(
                files[project]?.text.contains("libs/MPLog-1.0.0.\(kind)") == true && files["\(folder)/BuildConfig.json"] == files["BuildConfig.json"]
            )
            #expect(files.keys.contains { $0.hasSuffix(".config") } && files["headers.json"] == nil)
        }
    }

    /// A project needs a static framework's resources beside it; of an xcframework's those for phones.
    @Test func resourcesInsideOfFrameworksStandBesideThemToo() async throws {
        try await PackageRoom.run { room in
            let slices = ["ios-arm64", "ios-arm64_x86_64-simulator"].map { "MPUI.xcframework/\($0)/MPUI.framework/UI.bundle/where" }
            try await room.publish("MPUI", more: [slices[0]: "phone", slices[1]: "simulator"])
            let files = try await room.files(of: room.ready(PackageRoom.choice("MPUI")))
            #expect(files["mPaaS/Resources/UI.bundle/where"]?.text == "phone")
            #expect(files["mPaaS/Frameworks/\(slices[0])"]?.text == "phone" && files["mPaaS/Frameworks/\(slices[1])"]?.text == "simulator")
        }
    }

    @Test func theSameContentsGiveTheSameArchive() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let first = try await room.ready(PackageRoom.choice("MPHttpClient", "MPCommonUI"))
            room.console.clock.advance(by: 86_400 * 40)
            let second = try await room.ready(PackageRoom.choice("MPCommonUI", "MPHttpClient"))
            #expect(first.id != second.id && first.sha256.value != nil && first.sha256.value == second.sha256.value)
            let other = try await room.ready(PackageRoom.choice("MPHttpClient"))
            #expect(other.sha256.value != first.sha256.value)
        }
    }

    @Test func whatMacsLeaveInArchivesStaysOut() async throws {
        try await PackageRoom.run { room in
            try await room.publish("MPLog", more: ["__MACOSX/._MPLog.framework": "x", "MPLog.framework/.DS_Store": "x", "LICENSE": "MIT"])
            let files = try await room.files(of: room.ready(PackageRoom.choice("MPLog")))
            #expect(files["mPaaS/Modules/MPLog/LICENSE"]?.text == "MIT")
            #expect(!files.keys.contains { $0.contains("MACOSX") || $0.contains(".DS_Store") })
        }
    }

    @Test(arguments: [("it's \\ a \"b\"\n", "'it\\'s \\\\ a \"b\"'"), ("'; system('x", #"'\'; system(\'x'"#)])
    func textsOfOthersStayTexts(text: String, literal: String) {
        #expect(text.quoted("'") == literal)
    }
}
