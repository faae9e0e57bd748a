import Foundation
import Synchronization
import Testing

@testable import Remote

@Suite struct SDKUpdateTests {
    private let stage: SDKStage
    private var scratch: RemoteScratch { stage.scratch }

    init() throws {
        stage = try SDKStage([
            "mPaaS": [.framework("mPaaS", "1.0.0")], "MPLog": [.framework("MPLog", "1.0.0")], "APOpenSSL": [.framework("APOpenSSL", "1.0.0")],
        ])
    }

    @Test func missingModulesComeAndOthersAreRaised() async throws {
        let stage = stage
        try await stage.run { sdk in
            let first = try await lines { try await sdk.update([], $0) }
            #expect(
                first == [
                    "compared", "Downloading APOpenSSL.framework [Succeeded]", "Downloading mPaaS.framework [Succeeded]",
                    "Downloading MPLog.framework [Succeeded]",
                ]
            )
            #expect(scratch.text("sdk/mPaaS.framework/mPaaS") == "code of 1.0.0")
            stage.publish(.framework("mPaaS", "1.0.1"), of: "mPaaS")
            let second = try await lines { try await sdk.update([], $0) }
            #expect(second == ["compared", "Downloading mPaaS.framework [Succeeded]", "mPaaS updated from 1.0.0 to 1.0.1"])
            #expect(scratch.text("sdk/mPaaS.framework/mPaaS") == "code of 1.0.1")
            #expect(scratch.text("sdk/mPaaS.bundle/icon.png") == "picture of 1.0.1")
            let third = try await lines { try await sdk.update([], $0) }
            #expect(third == ["compared"])
            #expect(stage.downloaded.count == 4)
        }
        #expect(scratch.names("sdk/.incoming") == [])
    }

    @Test func aNamedModuleComesAgainWhateverIsHere() async throws {
        try await stage.run { sdk in
            _ = try await sdk.update([])
            let again = try await lines { try await sdk.update(["mpaas"], $0) }
            #expect(again == ["compared", "Downloading mPaaS.framework [Succeeded]", "mPaaS updated from 1.0.0 to 1.0.0"])
            await #expect(throws: SDKError.self) { try await sdk.update(["MPLog", "Nothing"]) }
        }
        #expect(stage.downloaded.count == 4)
    }

    @Test func aNewVersionMayHaveTheSameFile() async throws {
        var again = SDKStage.Version.framework("mPaaS", "1.0.0")
        again.version = "1.0.1"
        try await stage.run { [again] sdk in
            _ = try await sdk.update([])
            stage.publish(again, of: "mPaaS")
            let report = try await sdk.update([])
            #expect(report.modules.map(\.updateLine) == ["mPaaS updated from 1.0.0 to 1.0.1"])
        }
    }

    @Test func oneVersionCanBeAskedFor() async throws {
        stage.publish(.framework("mPaaS", "1.0.1"), of: "mPaaS")
        try await stage.run { sdk in
            _ = try await sdk.download("mPaaS", "1.0.0")
            #expect(scratch.text("sdk/mPaaS.framework/mPaaS") == "code of 1.0.0")
            let report = try await sdk.download("mPaaS", nil)
            #expect(report.modules.map(\.to) == ["1.0.1"] && report.modules.map(\.from) == ["1.0.0"])
            let said = await words { try await sdk.download("mPaaS", "9") }
            #expect(said == "there is no version 9 of mPaaS; there are: 1.0.0, 1.0.1")
        }
    }

    @Test func librariesOfAndroidStayFiles() async throws {
        var library = SDKStage.Version.framework("MPLog", "2.0.0")
        library.kind = "aar"
        stage.publish(library, of: "MPLog")
        try await stage.run { sdk in _ = try await sdk.download("MPLog", nil) }
        #expect(scratch.bytes("sdk/MPLog.aar") == library.file)
        #expect(scratch.names("sdk/.incoming") == [])
    }

    @Test func whatMayNotBeTakenComesOnlyWhenAskedFor() async throws {
        stage.change("mPaaS") { $0.state = "withdrawn" }
        stage.change("MPLog") { $0.bad = "loses lines" }
        try await stage.run { sdk in
            let report = try await sdk.update([])
            #expect(report.modules.map(\.module) == ["APOpenSSL"])
            let asked = try await sdk.download("MPLog", "1.0.0")
            #expect(asked.modules.map(\.remark) == ["bad: loses lines"])
        }
    }

    @Test func oneThatFailsLeavesTheOthersAlone() async throws {
        stage.change("APOpenSSL") { $0.sha256 = String(repeating: "0", count: 64) }
        try await stage.run { sdk in
            let report = try await sdk.update([])
            #expect(report.failures.map(\.line) == ["Downloading APOpenSSL.framework [Failed]"])
            #expect(report.failures[0].error?.contains("another SHA-256") == true)
        }
        #expect(
            scratch.names("sdk").filter { !$0.hasPrefix(".") } == [
                "MPLog.bundle", "MPLog.framework", "index.json", "mPaaS.bundle", "mPaaS.framework",
            ]
        )
    }

    @Test func aConsoleThatGoesAwayIsWaitedForOnce() async throws {
        let files = Mutex(0)
        try await stage.run(
            instead: { asked in
                guard asked.path.hasSuffix("/artifact") else { return nil }
                files.withLock { $0 += 1 }
                return .json("", status: 200, headers: ["Content-Length": "10"])
            },
            { sdk in
                let report = try await sdk.update([])
                #expect(report.failures.count == 3)
            }
        )
        #expect(files.withLock { $0 } <= 15)
    }

    @Test func onlyOneCommandChangesADirectory() async throws {
        let other = try SDKWorkshop(stage.directory)
        try await stage.run { sdk in
            let said = await words { try await sdk.update([]) }
            #expect(said == "another console sdk is working on \(scratch.file("sdk")) at the moment; wait for it")
            let table = try await sdk.table()
            #expect(table.modules.count == 3)
        }
        withExtendedLifetime(other) {}
    }

    @Test(arguments: [
        (#"{"name":"../evil","version":"1"}"#, "a module's name"), (#"{"name":"MPLog","version":"../1"}"#, "the version of MPLog"),
        (#"{"name":"MPLog","version":"1","sha256":"00"}"#, "the SHA-256 of MPLog 1"),
        (#"{"name":"MPLog","version":"1","size":-1}"#, "the size of MPLog 1"),
        (#"{"name":"MPLog","version":"1","kind":"exe"}"#, "the kind of MPLog 1"),
        (#"{"name":"MPLog","version":"1","download":"https://evil.example/"}"#, "the address of MPLog 1"),
    ])
    func aHostileCatalogueChangesNothing(item: String, blamed: String) async throws {
        let usual: [String: Any] = ["sha256": String(repeating: "a", count: 64), "size": 1, "kind": "framework"]
        let own = try #require(JSONSerialization.jsonObject(with: Data(item.utf8)) as? [String: Any])
        let whole = try JSONSerialization.data(withJSONObject: ["items": [usual.merging(own) { $1 }]])
        let page = String(decoding: whole, as: UTF8.self)
        try await stage.run(
            instead: { _ in .json(page) },
            { sdk in
                let said = await words { try await sdk.update([]) }
                #expect(said == "the catalogue has \(blamed) in a form that no console gives; nothing was changed")
            }
        )
        #expect(scratch.names("sdk").filter { !$0.hasPrefix(".") } == [])
    }

    /// What a person would read.
    private func lines(_ work: (@escaping @Sendable (SDKEvent) -> Void) async throws -> SDKReport) async throws -> [String] {
        let said = Mutex<[String]>([])
        _ = try await work { event in
            switch event {
            case .compared: said.withLock { $0.append("compared") }
            case .changed(let change): said.withLock { $0 += [change.line, change.updateLine].compactMap { $0 } }
            case .begins, .received: break
            }
        }
        return said.withLock { $0 }
    }

    private func words(_ work: () async throws -> SDKReport) async -> String {
        do {
            return "\(try await work().modules)"
        } catch {
            return "\(error)"
        }
    }
}
