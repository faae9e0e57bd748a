import Foundation
import Gzip
import Testing
import Web

@testable import Console

struct ModuleInspectionTests {
    private func contents(_ paths: [String], _ format: FileFormat = .zip) -> FileContents {
        FileContents(format: format, entries: paths.map { FileEntry(path: $0, size: 10) })
    }

    private func refusal(_ paths: [String], _ format: FileFormat = .zip) -> Problem? {
        do {
            _ = try ModuleInspection.artifact(of: contents(paths, format))
            return nil
        } catch {
            return error as? Problem
        }
    }

    @Test func aFrameworkHasHeadersAndBundles() throws {
        let module = try ModuleInspection.artifact(
            of: contents([
                "APCommonUI.framework/APCommonUI", "APCommonUI.framework/Headers/B.h", "APCommonUI.framework/Headers/sub/A.h",
                "APCommonUI.framework/Info.plist",
                "APCommonUI.framework/Inner.bundle/zh.lproj/a.strings", "APCommonUI.bundle/More.bundle/b.png", "APCommonUI.bundle/a.png", "LICENSE",
                "APCommonUI.framework/PrivateHeaders/P.h", "__MACOSX/APCommonUI.framework/._APCommonUI",
            ])
        )
        #expect(module.kind == .framework && module.files == 10 && module.unpackedSize == 100)
        #expect(module.headers == ["APCommonUI.framework/Headers/B.h", "APCommonUI.framework/Headers/sub/A.h"])
        #expect(module.resources == ["APCommonUI.bundle", "APCommonUI.framework/Inner.bundle"])
    }

    @Test func oneSliceSpeaksForAll() throws {
        let slices = ["ios-arm64_x86_64-simulator", "ios-arm64", "ios-arm64_x86_64-maccatalyst"]
        let paths = slices.flatMap {
            ["X.xcframework/\($0)/X.framework/X", "X.xcframework/\($0)/X.framework/Headers/X.h", "X.xcframework/\($0)/X.framework/R.bundle/r"]
        }
        let module = try ModuleInspection.artifact(of: contents(paths + ["X.xcframework/Info.plist", "X.bundle/a"]))
        #expect(module.kind == .xcframework && module.files == 11)
        #expect(module.headers == ["X.xcframework/ios-arm64/X.framework/Headers/X.h"])
        #expect(module.resources == ["X.bundle", "X.xcframework/ios-arm64/X.framework/R.bundle"])
        // A static library's are beside it.
        let library = ["Y.xcframework/Info.plist", "Y.xcframework/ios-arm64/libY.a", "Y.xcframework/ios-arm64/Headers/Y.h"]
        #expect(try ModuleInspection.artifact(of: contents(library)).headers == ["Y.xcframework/ios-arm64/Headers/Y.h"])
    }

    @Test func librariesOfTheOtherPlatforms() throws {
        let aar = try ModuleInspection.artifact(of: contents(["AndroidManifest.xml", "classes.jar", "res/values/values.xml", "R.txt"]))
        #expect(aar.kind == .aar && aar.files == 4 && aar.headers.isEmpty && aar.resources.isEmpty)
        let har = ["package/oh-package.json5", "package/src/main/module.json"]
        #expect(try ModuleInspection.artifact(of: contents(har, .tar)).kind == .har)
        #expect(try ModuleInspection.artifact(of: contents(har, .zip)).kind == .har)
    }

    @Test func whatIsMissingOrTooMuchIsNamed() {
        #expect(refusal(["readme.txt"]) == .invalid("file", "files.module.unknown"))
        #expect(refusal([]) == .invalid("file", "files.module.unknown"))
        #expect(refusal(["A.framework/A", "B.framework/B"]) == .invalid("file", "files.module.several", ["entry": "A.framework, B.framework"]))
        #expect(refusal(["A.framework/A", "Pods/B.h"]) == .invalid("file", "files.module.stray", ["entry": "Pods/"]))
        #expect(refusal(["A.framework/Headers/A.h"]) == .invalid("file", "files.module.missing", ["entry": "A.framework/A"]))
        #expect(refusal(["A.xcframework/ios-arm64/A.a"]) == .invalid("file", "files.module.missing", ["entry": "A.xcframework/Info.plist"]))
        #expect(refusal(["A.xcframework/Info.plist"]) == .invalid("file", "files.module.missing", ["entry": "A.xcframework/ios-arm64/"]))
        #expect(refusal(["AndroidManifest.xml", "classes.dex"]) == .invalid("file", "files.module.aar", ["entry": "classes.jar"]))
        #expect(refusal(["package/index.js"], .tar) == .invalid("file", "files.module.har", ["entry": "package/oh-package.json5"]))
        #expect(refusal(["folder/A.framework/A"]) == .invalid("file", "files.module.unknown"))
    }
}
