import Foundation
import Storage
import TestSupport
import Web

@testable import Console

/// A console with a catalogue to fill.
struct ModuleRoom: Sendable {
    let console: TestConsole

    static let actor = Actor(id: "ann", name: "ann@example.com")

    static func run(_ test: @Sendable (ModuleRoom) async throws -> Void) async throws {
        try await TestConsole.run { try await test(ModuleRoom(console: $0)) }
    }

    var modules: Modules { console.server.modules }

    /// An artifact whose bytes are its name's, without anybody looking into it.
    func artifact(_ name: String = "artifact", _ kind: ModuleArtifactKind = .framework) async throws -> BlobID {
        let bytes = Array(name.utf8)
        let id = try await console.server.blobs.put(bytes)
        let artifact = ModuleArtifact(
            sha256: id,
            size: bytes.count,
            unpackedSize: 100,
            kind: kind,
            files: 3,
            resources: ["\(name).bundle"],
            headers: ["\(name).framework/Headers/\(name).h"]
        )
        try await console.server.database.write { [now = console.clock.now] in try $0.insertModuleArtifact(artifact, at: now) }
        return id
    }

    @discardableResult
    func make(_ name: String, _ group: ModuleGroup = .network) async throws -> Module {
        let text = ModuleText(zh: "\(name) 模块", en: "Module \(name)")
        return try await modules.create(NewModule(name: name, group: group, title: text, description: text), by: Self.actor)
    }

    /// - Parameter needs: as a script sends them.
    @discardableResult
    func publish(
        _ name: String,
        _ version: String = "1.0.0",
        on platform: Platform = .ios,
        needs: String = "{}"
    ) async throws -> ModuleVersion {
        if modules.index.module(name) == nil { try await make(name) }
        let kind = ModuleArtifactKind.allCases.first { $0.platform == platform } ?? .framework
        let new = NewModuleVersion(
            platform: platform,
            version: version,
            artifact: try await artifact("\(name)-\(kind.rawValue)", kind),
            notes: ModuleText(zh: "更新 \(version)", en: "Notes of \(version)"),
            needs: try JSONDecoder().decode(ModuleNeeds.self, from: Data(needs.utf8))
        )
        return try await modules.publish(new, of: name, by: Self.actor)
    }

    /// What is said of the fields of a version that is refused, by field.
    func refusal(_ name: String, _ version: String = "2.0.0", on platform: Platform = .ios, needs: String = "{}") async -> [String: String] {
        let problem = await problem { try await publish(name, version, on: platform, needs: needs) }
        return Dictionary((problem?.rejections ?? []).map { ($0.field, $0.message.key) }) { first, _ in first }
    }

    func place(_ name: String, _ version: String = "1.0.0", on platform: Platform = .ios) -> ModulePlace {
        ModulePlace(platform: platform, module: name, version: version)
    }

    /// The words of the audit log, oldest first.
    func actions() async throws -> [String] {
        try await console.server.database.read {
            try $0.all("SELECT action FROM audit_event WHERE action LIKE 'module.%' ORDER BY at, id") { try $0[0] }
        }
    }
}

/// Needs as JSON.
enum ModuleSamples {
    static func on(_ dependencies: (String, String)...) -> String {
        let list = dependencies.map { #"{"module":"\#($0.0)","versions":"\#($0.1)"}"# }
        return #"{"dependencies":[\#(list.joined(separator: ","))]}"#
    }
}
