import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// The demo's packages, read as any other.
struct BuildSeedTests {
    @Test func theDemoHasBuilds() async throws {
        try await TestConsole.run { console in
            let server = console.server
            for (name, platforms) in [("SimpleDemoRpc", [Platform.ios, .android]), ("StoreHelper", [.ios, .android, .harmony])] {
                try await server.apps.create(NewApp(name: name, englishName: name, platforms: platforms), by: .local)
            }
            let seeds = URL(fileURLWithPath: "\(TestConsole.home)/Seeds")
            let seed = BuildSeed(folder: seeds, directory: server.directory.file("incoming"), manifests: [:])
            try await seed.fill(server.builds, server.installs, server.apps.index, ["simpledemorpc", "storehelper"])
            let list = try await console.api(.get, "/apps/simpledemorpc/builds").json(List<BuildBody>.self)
            #expect(list.total == 5 && list.items.allSatisfy { $0.hasIcon && $0.identifier == "com.example.simpledemorpc" })
            let ios = try #require(list.items.first { $0.platform == .ios && $0.version == "2.3.1" })
            #expect(ios.signing.profile?.kind == .enterprise && ios.signing.certificates.count == 1 && ios.architectures == ["arm64"])
            #expect(ios.permissions.map(\.name) == ["NSCameraUsageDescription", "NSPhotoLibraryUsageDescription"] && ios.minOS == "15.0")
            let android = try #require(list.items.first { $0.platform == .android && $0.version == "2.3.1" })
            #expect(android.signing.schemes == ["v1"] && android.minOS == "21" && android.buildNumber == "231")
            #expect(list.items.filter { $0.state == .retired }.map(\.version) == ["2.2.0"])
            #expect(try await server.installs.totals("simpledemorpc", of: [ios.id]) == [ios.id: 22])
            let harmony = try await console.api(.get, "/apps/storehelper/builds?platform=harmony").json(List<BuildBody>.self)
            #expect(harmony.items.map(\.minOS) == ["12"] && harmony.items.first?.displayName == "门店助手")
            #expect(try await console.page("/apps/simpledemorpc/builds/\(ios.id)").status == .ok)
        }
    }
}
