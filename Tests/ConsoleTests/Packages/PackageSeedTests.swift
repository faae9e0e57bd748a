import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// The demo's packages are written, and its builds say which they carry.
struct PackageSeedTests {
    @Test func theDemoHasPackagesAndVersionsThatCarryThem() async throws {
        try await TestConsole.run { console in
            let (server, seeds) = (console.server, URL(fileURLWithPath: "\(TestConsole.home)/Seeds"))
            let app = try await server.apps.create(
                NewApp(name: "SimpleDemoRpc", englishName: "SimpleDemoRpc", platforms: [.ios, .android]),
                by: .local
            )
            let incoming = server.directory.file("incoming")
            try await ModuleSeed(folder: seeds, server.modules, server.baselines, directory: incoming).fill()

            let seed = PackageSeed(folder: seeds, publicURL: "http://console.example.com")
            let manifests = try await seed.fill(server.packages, server.packageWriter, [app], holder: "seed")
            let packages = try await console.api(.get, "/apps/simpledemorpc/packages").json(List<Package>.self).items
            #expect(packages.count == 3 && manifests.count == 3)
            #expect(packages.allSatisfy { $0.state == .ready && $0.createdBy == "王磊" })
            #expect(packages.allSatisfy { $0.readyAt.value == $0.createdAt.addingTimeInterval(30) })
            #expect(packages.filter { $0.platform == .ios }.map(\.number) == [2, 1])

            let builds = BuildSeed(folder: seeds, directory: incoming, manifests: manifests)
            try await builds.fill(server.builds, server.installs, server.apps.index, [app.id])
            let shipments = try await console.api(.get, "/apps/simpledemorpc/shipments").json(List<Shipment>.self).items
            #expect(shipments.count == 4 && Set(shipments.compactMap(\.package.value?.id)) == Set(packages.map(\.id)))
            let yesterday = console.clock.now.addingTimeInterval(-86_400)
            #expect(shipments.allSatisfy { $0.at < yesterday && $0.by == "王磊" })
        }
    }

    /// Somebody's own modules go before the demo's: then there is nothing to package, and the demo is loaded all the same.
    @Test func withoutItsModulesTheDemoHasNoPackages() async throws {
        try await TestConsole.run { console in
            let (server, seeds) = (console.server, URL(fileURLWithPath: "\(TestConsole.home)/Seeds"))
            let app = try await server.apps.create(NewApp(name: "SimpleDemoRpc", englishName: "SimpleDemoRpc", platforms: [.ios]), by: .local)
            let seed = PackageSeed(folder: seeds, publicURL: "http://console.example.com")
            #expect(try await seed.fill(server.packages, server.packageWriter, [app], holder: "seed").isEmpty)
        }
    }
}
