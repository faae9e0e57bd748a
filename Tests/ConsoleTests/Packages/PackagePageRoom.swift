import Foundation
import HummingbirdTesting
import Storage
import TestSupport
import Web

@testable import Console

/// An app, and a catalogue like that of the documents: MPHttpClient needs MPLog, MPCommonUI brings a bundle.
struct PackagePageRoom: Sendable {
    let console: TestConsole

    static let actor = Actor(id: "ann", name: "ann@example.com")

    static func run(_ test: @Sendable (PackagePageRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            let room = PackagePageRoom(console: console)
            try await room.publish("MPLog", "1.0.0")
            try await room.publish("MPLog", "1.0.1")
            try await room.publish("MPHttpClient", "1.0.0", needs: ("MPLog", "^1.0"))
            try await room.publish("MPCommonUI", "2.1.0", resources: ["APCommonUI.bundle"])
            try await test(room)
        }
    }

    var server: Server { console.server }
    var packages: Packages { server.packages }
    var app: App { get throws { try server.apps.app("demo") } }

    /// Makes the module where there is none yet. Its file is only said to be there: nothing here writes archives.
    func publish(
        _ name: String,
        _ version: String,
        needs: (module: String, versions: String)? = nil,
        resources: [String] = [],
        minimumOS: String = "9.0",
        licence: String = "Apache-2.0"
    ) async throws {
        if server.modules.index.module(name) == nil {
            let text = ModuleText(zh: "\(name) 的标题", en: "Title of \(name)")
            let about = ModuleText(zh: "\(name) 的说明", en: "What \(name) is for")
            try await server.modules.create(NewModule(name: name, group: .network, title: text, description: about), by: Self.actor)
        }
        let artifact = ModuleArtifact(
            sha256: BlobID(of: Array("\(name) \(version)".utf8)),
            size: 1_000 + version.utf8.count,
            unpackedSize: 4_000,
            kind: .framework,
            files: 3,
            resources: resources,
            headers: []
        )
        try await server.database.write { try $0.insertModuleArtifact(artifact, at: console.clock.now) }
        var asks = ModuleNeeds()
        asks.dependencies = needs.map { [ModuleDependency($0.module, $0.versions)] } ?? []
        asks.minimumOS = minimumOS
        asks.licence = licence
        let new = NewModuleVersion(platform: .ios, version: version, artifact: artifact.sha256, needs: asks)
        try await server.modules.publish(new, of: name, by: Self.actor)
    }

    @discardableResult
    func package(_ names: String..., version: String? = nil) async throws -> Package {
        let choice = PackageChoice(platform: .ios, modules: names.map { ModuleChoice($0, version) })
        console.clock.advance(by: 1)
        return try await packages.create(choice, of: try app, publicURL: "http://console.test", by: Self.actor)
    }

    /// `BuildConfig.json` of a package, as its archive holds it.
    func buildConfig(_ package: Package) async throws -> String {
        try await packages.manifest(package.id, of: package.app).bytes
    }

    /// Tells by API what a version was built with.
    @discardableResult
    func ship(_ version: String, build: String = "1", _ buildConfig: String, platform: String = "ios") async throws -> TestResponse {
        console.clock.advance(by: 1)
        return try await console.api(
            .post,
            "/apps/demo/shipments",
            #"{"platform":"\#(platform)","version":"\#(version)","build":"\#(build)","buildConfig":\#(buildConfig)}"#
        )
    }
}
