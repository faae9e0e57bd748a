import Formats
import Foundation
import Storage
import TestSupport
import Web

@testable import Console

/// A console with a catalogue of real artifacts and an app to package for.
struct PackageRoom: Sendable {
    let console: TestConsole
    private let folder: String

    static let actor = Actor(id: "ann", name: "ann@example.com")
    static let url = "http://console.example.com"

    static func run(platforms: [String] = ["ios"], _ test: @Sendable (PackageRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            let folder = FileManager.default.temporaryDirectory.appending(path: "packages-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await console.makeApp("Demo", platforms: platforms)
            try await test(PackageRoom(console: console, folder: folder))
        }
    }

    var packages: Packages { console.server.packages }
    var app: App { get throws { try console.server.apps.app("demo") } }
    /// Where the console keeps its blobs.
    var data: String { console.server.settings.data }

    // MARK: modules

    /// The base, a log that needs it, HTTP that needs both and two libraries of others, and a UI with a bundle.
    func fill() async throws {
        try await publish("MPBase", needs: #""systemFrameworks":["Foundation.framework"],"linkerFlags":["-ObjC"]"#)
        try await publish("MPLog", needs: #""dependencies":[{"module":"MPBase","versions":"*"}]"#)
        let others =
            #"[{"name":"SecurityGuardSDK","version":"1.5","licence":"","included":false},{"name":"zlib","version":"1.3","licence":"Zlib","included":true}]"#
        let both = #"[{"module":"MPBase","versions":">=1.0"},{"module":"MPLog","versions":"^1.0"}]"#
        try await publish("MPHttpClient", needs: #""dependencies":\#(both),"thirdParty":\#(others),"systemFrameworks":["libz.tbd"]"#)
        let bundle = ["APCommonUI.bundle/Info.plist": "<plist/>"]
        try await publish("MPCommonUI", needs: #""dependencies":[{"module":"MPBase","versions":"*"}]"#, more: bundle)
    }

    /// A module whose artifact is an archive that was packed here.
    /// - Parameters:
    ///   - needs: members of a JSON object, beside the licence MIT.
    ///   - more: files beside those that every module has, by path.
    @discardableResult
    func publish(
        _ name: String,
        _ version: String = "1.0.0",
        on platform: Platform = .ios,
        needs: String = "",
        more: [String: String] = [:]
    ) async throws -> ModuleVersion {
        let modules = console.server.modules
        if modules.index.module(name) == nil {
            let title = ModuleText(zh: "\(name) 模块", en: "Module \(name)")
            try await modules.create(NewModule(name: name, group: .network, title: title, description: title), by: Self.actor)
        }
        let new = NewModuleVersion(
            platform: platform,
            version: version,
            artifact: try await artifact(name, version, platform, more),
            notes: ModuleText(zh: "修复若干问题", en: "Repairs of \(version)"),
            needs: try JSONDecoder().decode(ModuleNeeds.self, from: Data("{\"licence\":\"MIT\"\(needs.isEmpty ? "" : ",")\(needs)}".utf8))
        )
        return try await modules.publish(new, of: name, by: Self.actor)
    }

    private func artifact(_ name: String, _ version: String, _ platform: Platform, _ more: [String: String]) async throws -> BlobID {
        var files = ["classes.jar": "code of \(name) \(version)"]
        if platform == .ios {
            files = ["\(name).framework/\(name)": "code of \(name) \(version)", "\(name).framework/Headers/\(name).h": "@interface \(name)"]
        }
        files.merge(more) { $1 }
        let path = "\(folder)/\(UUID().uuidString).zip"
        let writer = try ZipWriter(path: path)
        for (path, text) in files.sorted(by: { $0.key < $1.key }) { try writer.add(path, bytes: Array(text.utf8)) }
        try writer.close()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let kinds: [Platform: ModuleArtifactKind] = [.ios: .framework, .android: .aar, .harmony: .har]
        let artifact = ModuleArtifact(
            sha256: try await console.server.blobs.put(bytes),
            size: bytes.count,
            unpackedSize: files.values.reduce(0) { $0 + $1.utf8.count },
            kind: kinds[platform] ?? .framework,
            files: files.count,
            resources: Set(files.keys.compactMap { $0.firstMatch(of: #/^(.*?[^\/]+\.bundle)\//#).map { String($0.output.1) } }).sorted(),
            headers: files.keys.filter { $0.hasSuffix(".h") }.sorted()
        )
        try await console.server.database.write { [now = console.clock.now] in try $0.insertModuleArtifact(artifact, at: now) }
        return artifact.sha256
    }

    // MARK: packages

    static func choice(_ modules: String..., on platform: Platform = .ios) -> PackageChoice {
        PackageChoice(platform: platform, modules: modules.map { ModuleChoice($0) })
    }

    @discardableResult
    func create(_ choice: PackageChoice, after last: Int? = nil) async throws -> Package {
        try await packages.create(choice, of: app, publicURL: Self.url, after: last, by: Self.actor)
    }

    /// One whose archive is there.
    func ready(_ choice: PackageChoice) async throws -> Package {
        let package = try await create(choice)
        guard try await worker().tick() else { throw TestFailure("there was no job") }
        return try await packages.package(package.id, of: "demo")
    }

    /// - Parameter writer: the console's own when it is nil.
    func worker(_ writer: PackageWriter? = nil, as holder: String = "a", life: Duration = .seconds(30)) -> JobWorker {
        let server = console.server
        let handler = JobHandler(.packageWrite, (writer ?? server.packageWriter).write)
        let pauses = JobPauses(first: .milliseconds(20), longest: .milliseconds(20), chance: { 0 })
        return JobWorker(database: server.database, holder: holder, handlers: [handler], life: life, pauses: pauses)
    }

    /// What its archive holds, by path below the archive's one folder.
    func files(of package: Package) async throws -> [String: [UInt8]] {
        guard let text = package.sha256.value, let id = BlobID(text) else { throw TestFailure("\(package.state)") }
        let path = "\(folder)/\(UUID().uuidString).zip"
        try await console.server.blobs.download(id, to: path)
        let reader = try ZipReader(path: path)
        try reader.verify()
        var files: [String: [UInt8]] = [:]
        for entry in reader.entries {
            let halves = entry.path.split(separator: "/", maxSplits: 1)
            guard halves[0] == "DEMO_\(package.platform.rawValue.uppercased())-\(package.version)" else { throw TestFailure(entry.path) }
            files[String(halves[1])] = try reader.read(entry.index, upTo: 1 << 20)
        }
        return files
    }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
}
