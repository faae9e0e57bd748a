import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// The modules of the documents, through the same door as everybody's.
@Suite struct ModuleSeedTests {
    private func seed(_ console: TestConsole) throws -> ModuleSeed {
        let folder = URL(fileURLWithPath: "\(TestConsole.home)/Seeds")
        let directory = console.server.directory.file("incoming")
        return try ModuleSeed(folder: folder, console.server.modules, console.server.baselines, directory: directory)
    }

    @Test func theDocumentsModulesAreThereAndEveryOneOfThemResolves() async throws {
        try await TestConsole.run { console in
            try await seed(console).fill()
            let index = console.server.modules.index
            checkTable(index)
            checkAllResolve(index)
            try await checkFiles(console)
            let before = index.version
            try await seed(console).fill()
            #expect(index.version == before)
            try await seed(console).remove { _ in ["MPHttpClient"] }
            let left = ["APOpenSSL", "MPCryptKit", "MPHttpClient", "MPJSONKit", "MPLog", "MPReachability", "MPZipKit", "mPaaS"]
            #expect(index.modules.map(\.name).sorted() == left.sorted() && index.baselines(.ios).isEmpty)
            try await seed(console).remove { _ in [] }
            #expect(index.modules.isEmpty)
        }
    }

    /// The sixteen of the tools' table (`mpaas sdk`), with their newest versions.
    private func checkTable(_ index: ModuleIndex) {
        let table = [
            "APOpenSSL 1.0.0", "mPaaS 1.0.1", "MPAlipayCashierKit 1.0.0", "MPAnimationDirector 1.0.0", "MPAudioKit 1.0.0", "MPBadgeService 1.0.0",
            "MPCommonUI 1.0.0", "MPCrashReporter 1.0.0", "MPCryptKit 1.0.0", "MPDataCenter 1.0.0", "MPFeedbackKit 1.0.0",
            "MPFileTransferService 1.0.0",
            "MPH5Service 1.0.0", "MPHttpClient 1.0.1", "MPImageCodeGenerator 1.0.0", "MPJSONKit 1.0.0",
        ]
        let catalogue = index.catalogue(.ios)
        for line in table {
            let parts = line.split(separator: " ").map(String.init)
            #expect(catalogue.versions(of: parts[0]).first { $0.isOffered }?.version == parts[1], "\(line)")
        }
        for module in index.modules {
            #expect(
                !module.title.zh.isEmpty && !module.title.en.isEmpty && !module.description.zh.isEmpty && !module.description.en.isEmpty,
                "\(module.name)"
            )
        }
        #expect(index.module("MPHttpClient")?.description.en == "Encapsulation of NSURLRequest providing uploading, downloading, RPC functionality.")
        #expect(Set(Platform.allCases.filter { index.catalogue($0).versions(of: "mPaaS").isEmpty }) == [])
        let states = Set(index.modules.flatMap { catalogue.versions(of: $0.name) }.map(\.state))
        #expect(states == Set(ModuleState.allCases))
    }

    private func checkAllResolve(_ index: ModuleIndex) {
        for platform in Platform.allCases {
            let catalogue = index.catalogue(platform)
            for module in index.modules where !catalogue.versions(of: module.name).isEmpty {
                let resolution = catalogue.resolve(ModuleRequest(chosen: [ModuleChoice(module.name)], acceptedLicences: ["NOASSERTION"]))
                #expect(!resolution.isBlocked && resolution.problems.allSatisfy { $0.kind == .deprecated }, "\(module.name): \(resolution.problems)")
            }
        }
        let asked = ModuleRequest(chosen: [ModuleChoice("MPHttpClient"), ModuleChoice("MPCommonUI")], minimumOS: "8.0")
        let closure = index.catalogue(.ios).resolve(asked)
        #expect(!closure.isBlocked)
        let names = ["APOpenSSL", "MPCommonUI", "MPCryptKit", "MPHttpClient", "MPJSONKit", "MPLog", "MPReachability", "MPZipKit", "mPaaS"]
        #expect(Set(closure.modules.map(\.version.module)) == Set(names))
        let both = ["MPAlipaySSOKit", "MPAliUniversalAccount"].map { ModuleChoice($0) }
        #expect(index.catalogue(.ios).resolve(ModuleRequest(chosen: both)).problems.map(\.kind) == [.excluded])
        #expect(index.baselines(.ios).map(\.name).sorted() == ["1.0.0", "1.0.1"])
    }

    /// They are what the inspector says that they are, whichever kind.
    private func checkFiles(_ console: TestConsole) async throws {
        let index = console.server.modules.index
        let ui = try #require(index.catalogue(.ios).versions(of: "MPCommonUI").first)
        #expect(ui.artifact.kind == .framework && ui.artifact.resources.contains("APCommonUI.bundle"))
        #expect(ui.artifact.headers.contains("MPCommonUI.framework/Headers/APNavigationBar.h"))
        let kinds = Platform.allCases.flatMap { platform in index.modules.flatMap { index.catalogue(platform).versions(of: $0.name) } }.map(
            \.artifact.kind
        )
        #expect(Set(kinds) == Set(ModuleArtifactKind.allCases))
        #expect(try await console.server.blobs.size(ui.artifact.sha256) == ui.artifact.size)
    }

    @Test func whatSomebodyElseMadeUnderSuchANameStays() async throws {
        try await TestConsole.run { console in
            let own = NewModule(name: "MPXMLKit", group: .other, title: ModuleText(zh: "", en: "Ours"), description: .none)
            try await console.server.modules.create(own, by: .console)
            try await seed(console).fill()
            #expect(console.server.modules.index.module("MPXMLKit")?.title.en == "Ours")
            #expect(console.server.modules.index.catalogue(.ios).versions(of: "MPXMLKit").isEmpty)
            try await seed(console).remove { _ in [] }
            #expect(console.server.modules.index.modules.map(\.name) == ["MPXMLKit"])
        }
    }

    @Test func aFileIsTheSameEveryTime() async throws {
        let file = try JSONDecoder().decode(ModuleSeedFile.self, from: Data(#"{"kind":"xcframework","headers":{"A.h":["@class A;"],"B.h":[]}}"#.utf8))
        let directory = FileManager.default.temporaryDirectory.appending(path: "seed-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for name in ["one", "two"] { try file.write("A", "1.0", to: "\(directory)/\(name)") }
        #expect(FileManager.default.contents(atPath: "\(directory)/one") == FileManager.default.contents(atPath: "\(directory)/two"))
    }
}
