import Foundation
import Testing

@testable import Remote

/// What happens to the directory: archives from outside, files of others, and commands that were killed.
@Suite struct SDKWorkshopTests {
    private let scratch: RemoteScratch
    private var directory: SDKDirectory { SDKDirectory(scratch.file("sdk"), .ios, environment: [:]) }

    init() throws {
        scratch = try RemoteScratch()
    }

    @Test func frameworksAndBundlesStandByThemselves() throws {
        try install("MPLog", "1", ["deep/MPLog.framework/Info.plist": "p", "deep/MPLog.bundle/a/b": "r", "deep/NOTICE": "n", "__MACOSX/._x": "x"])
        #expect(items == ["MPLog", "MPLog.bundle", "MPLog.framework", "index.json"])
        #expect(scratch.text("sdk/MPLog.bundle/a/b") == "r")
        #expect(scratch.text("sdk/MPLog/deep/NOTICE") == "n")
        try install("MPLog", "2", ["MPLog.xcframework/ios-arm64/MPLog.framework/MPLog": "code"])
        #expect(items == ["MPLog.xcframework", "index.json"])
        #expect(try directory.entries().map(\.version) == ["2"])
    }

    @Test(arguments: [
        ["../evil"], ["/etc/evil"], ["MPLog.framework/../../evil"], ["MPLog.framework/a", "mplog.framework/A"], ["a\\..\\evil"],
        ["a/MPLog.framework/x", "b/MPLog.framework/x"], [".git.bundle/x", "MPLog.framework/x"], ["only/a/readme"],
    ])
    func hostileArchivesAreRefusedWhole(paths: [String]) throws {
        try install("MPLog", "1", ["MPLog.framework/MPLog": "old"])
        let said = words { try install("MPLog", "2", zip: StoredZip.make(paths.map { ($0, "evil") })) }
        #expect(said.hasPrefix("the archive of MPLog cannot be used: "))
        #expect(scratch.text("sdk/MPLog.framework/MPLog") == "old")
        #expect(items == ["MPLog.framework", "index.json"])
        #expect(scratch.names("sdk/.incoming") == [])
        #expect(!scratch.exists("evil") && !scratch.exists("sdk/evil"))
    }

    @Test func whatIsNoArchiveIsRefused() {
        #expect(
            words { try install("MPLog", "1", zip: Array("<html>".utf8)) }
                == "the archive of MPLog cannot be used: notAnArchive. Nothing of it was kept"
        )
    }

    @Test func filesOfOthersAreNotReplaced() throws {
        try scratch.write("mine", "sdk/MPLog.framework/mine")
        #expect(
            words { try install("MPLog", "1", ["MPLog.framework/MPLog": "c"]) }
                == "\(scratch.file("sdk"))/MPLog.framework was not put there by console sdk: move it away, and run the command again"
        )
        #expect(scratch.text("sdk/MPLog.framework/mine") == "mine")
        try install("MPCore", "1", ["MPCore.framework/MPCore": "c", "Shared.bundle/a": "of MPCore"])
        #expect(
            words { try install("MPOther", "1", ["MPOther.framework/x": "c", "shared.bundle/a": "x"]) }
                == "MPOther and MPCore both bring shared.bundle; MPOther was left out"
        )
        #expect(scratch.text("sdk/Shared.bundle/a") == "of MPCore")
    }

    @Test func aKillBeforeTheDecisionLeavesTheOldOne() throws {
        try install("MPLog", "1", ["MPLog.framework/MPLog": "old"])
        try scratch.write("new", "sdk/.incoming/MPLog/MPLog.framework/MPLog")
        _ = try SDKWorkshop(directory)
        #expect(scratch.text("sdk/MPLog.framework/MPLog") == "old")
        #expect(scratch.names("sdk/.incoming") == [])
    }

    /// After the entry is written, a kill may come before, between and after the renames; whoever comes next finishes it, also to look.
    @Test(arguments: 0...3) func aKillAfterTheDecisionLeavesTheNewOne(steps: Int) throws {
        try install("MPLog", "1", ["MPLog.framework/MPLog": "old", "MPOld.bundle/x": "old"])
        try scratch.write("new", "sdk/.incoming/MPLog/MPLog.framework/MPLog")
        try scratch.write("new", "sdk/.incoming/MPLog/MPLog.bundle/x")
        let entry = SDKEntry(module: "MPLog", version: "2", kind: .framework, sha256: "2", files: ["MPLog.bundle", "MPLog.framework"])
        try SDKDisk.write(entry, scratch.file("sdk/.incoming/MPLog.json"))
        let moves = [
            ("sdk/.incoming/MPLog/MPLog.bundle", "sdk/MPLog.bundle"), ("sdk/MPLog.framework", "sdk/.incoming/MPLog.old/MPLog.framework"),
            ("sdk/.incoming/MPLog/MPLog.framework", "sdk/MPLog.framework"),
        ]
        try SDKDisk.makeDirectory(scratch.file("sdk/.incoming/MPLog.old"))
        for (from, to) in moves.prefix(steps) { try SDKDisk.move(scratch.file(from), to: scratch.file(to)) }
        #expect(try directory.entries() == [entry])
        #expect(scratch.text("sdk/MPLog.framework/MPLog") == "new")
        #expect(scratch.text("sdk/MPLog.bundle/x") == "new")
        #expect(items == ["MPLog.bundle", "MPLog.framework", "index.json"])
        #expect(scratch.names("sdk/.incoming") == [])
    }

    @Test func whatSomebodyTookAwayIsMissing() throws {
        try install("MPLog", "1", ["MPLog.framework/MPLog": "c"])
        try FileManager.default.removeItem(atPath: scratch.file("sdk/MPLog.framework"))
        #expect(try directory.entries() == [])
        try install("MPLog", "1", ["MPLog.framework/MPLog": "c"])
        #expect(try directory.entries().count == 1)
    }

    @Test func aDirectoryHoldsOnePlatform() throws {
        try install("MPLog", "1", ["MPLog.framework/MPLog": "c"])
        let android = SDKDirectory(scratch.file("sdk"), .android, environment: [:])
        #expect(words { _ = try android.entries() }.contains("holds modules for ios"))
        try scratch.write("{", "sdk/index.json")
        #expect(words { _ = try directory.entries() }.contains("move \(scratch.file("sdk")) away"))
    }

    @Test func placesAreFoundByFlagEnvironmentAndHome() {
        let environment = ["CONSOLE_SDK": "/somewhere"]
        #expect(SDKDirectory("/given", .ios, environment: environment).path == "/given")
        #expect(SDKDirectory(nil, .ios, environment: environment).path == "/somewhere")
        #expect(SDKDirectory(nil, .harmony, environment: [:]).path == NSHomeDirectory() + "/.mainsite/sdk/harmony")
    }

    private var items: [String] { scratch.names("sdk").filter { !$0.hasPrefix(".") } }

    private func install(_ module: String, _ version: String, _ files: [String: String]) throws {
        try install(module, version, zip: StoredZip.make(files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }

    private func install(_ module: String, _ version: String, zip: [UInt8]) throws {
        let workshop = try SDKWorkshop(directory)
        let release = try SDKRelease(module, version, .ios, sha256: zip.sha256, size: zip.count, kind: "framework", download: nil)
        try Data(zip).write(to: URL(fileURLWithPath: workshop.place(of: release)))
        try workshop.install(release)
    }

    private func words(_ work: () throws -> Void) -> String {
        do {
            try work()
            return "done"
        } catch {
            return "\(error)"
        }
    }
}
