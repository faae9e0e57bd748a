import Formats
import Foundation
import HTTPTypes
import HummingbirdTesting
import Storage
import Synchronization
import TestSupport
import Testing
import Web

@testable import Console

/// Files: brought, looked into, stored once, and removed when nobody came for them.
struct ModuleArtifactTests {
    /// A framework as its team packs it.
    private static func framework(_ name: String, code: String = "code") throws -> [UInt8] {
        try packed([
            "\(name).framework/\(name)": code, "\(name).framework/Info.plist": "<plist/>", "\(name).framework/Headers/\(name).h": "@end",
            "\(name).bundle/a.png": "png",
        ])
    }

    private static func packed(_ files: [String: String]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).zip").path
        defer { unlink(path) }
        let writer = try ZipWriter(path: path)
        for (name, content) in files.sorted(by: { $0.key < $1.key }) { try writer.add(name, bytes: Array(content.utf8)) }
        try writer.close()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func put(_ bytes: [UInt8], _ console: TestConsole, token: String? = nil) async throws -> TestResponse {
        try await console.ask(
            .put,
            "/api/v1/module-artifacts?filename=MPLog.zip",
            headers: [.authorization: "Bearer \(token ?? console.token)", .contentType: "application/octet-stream"],
            body: bytes
        )
    }

    @Test func aScriptBringsAFile() async throws {
        try await ModuleRoom.run { room in
            let bytes = try Self.framework("MPLog")
            let answer = try await put(bytes, room.console)
            #expect(answer.status == .created, "\(answer.text)")
            let artifact = try answer.json(ModuleArtifact.self)
            #expect(artifact.sha256 == BlobID(of: bytes) && artifact.size == bytes.count && artifact.kind == .framework && artifact.files == 4)
            #expect(artifact.resources == ["MPLog.bundle"] && artifact.headers == ["MPLog.framework/Headers/MPLog.h"])
            #expect(answer.headers[.location] == "/api/v1/module-artifacts/\(artifact.sha256)")
            #expect(try await room.console.api(.get, "/module-artifacts/\(artifact.sha256)").json(ModuleArtifact.self) == artifact)
            #expect(try await room.console.server.blobs.read(artifact.sha256) == bytes)
            #expect(try await put(bytes, room.console).json(ModuleArtifact.self) == artifact)
            #expect(try await room.console.server.database.read { try $0.value("SELECT count(*) FROM module_artifact", as: Int.self) } == 1)
            #expect(try await room.console.api(.get, "/module-artifacts/none").status == .notFound)
        }
    }

    @Test func whatIsNoModuleIsRefused() async throws {
        try await ModuleRoom.run { room in
            let refused = try await put(Array("not a zip".utf8), room.console)
            #expect(refused.status == .unprocessableContent && refused.text.contains("/file"))
            let other = try await put(try Self.packed(["README": "hello"]), room.console)
            #expect(other.status == .unprocessableContent, "\(other.text)")
            struct Token: Decodable { let token: String }
            let writer = try await room.console.api(.post, "/tokens", #"{"name":"writer","scopes":["read","write"]}"#).json(Token.self).token
            #expect(try await put(try Self.framework("MPLog"), room.console, token: writer).status == .forbidden)
            #expect(try await room.console.server.database.read { try $0.value("SELECT count(*) FROM module_artifact", as: Int.self) } == 0)
        }
    }

    @Test func anOperatorBringsAFileWithAForm() async throws {
        try await ModuleRoom.run { room in
            try await room.make("MPLog")
            let bytes = try Self.framework("MPLog")
            let brought = try await room.console.submit("/modules/MPLog/upload", file: "MPLog.zip", bytes)
            let path = try #require(brought.headers[.location], "\(brought.text.prefix(400))")
            #expect(path == "/modules/MPLog/versions/new?artifact=\(BlobID(of: bytes))")
            #expect(try await room.console.page(path).text.contains("MPLog.bundle"))
            let refused = try await room.console.submit("/modules/MPLog/upload", file: "MPLog.zip", Array("not a zip".utf8))
            #expect(refused.status == .unprocessableContent && refused.text.contains(#"id="error-file""#))
            let none = try await room.console.submit("/modules/MPLog/upload", file: "", [])
            #expect(none.status == .unprocessableContent && none.text.contains(#"id="error-file""#))
            #expect(try await room.console.submit("/modules/MPNone/upload", file: "x.zip", bytes).status == .notFound)
        }
    }

    // MARK: sweeping

    private func bring(_ name: String, _ room: ModuleRoom) async throws -> BlobID {
        try await put(try Self.framework(name), room.console).json(ModuleArtifact.self).sha256
    }

    @Test func aFileThatNobodyCameForGoesAfterADay() async throws {
        try await ModuleRoom.run { room in
            let (modules, blobs) = (room.modules, room.console.server.blobs)
            try await room.make("MPLog")
            let (idle, used) = (try await bring("MPIdle", room), try await bring("MPLog", room))
            try await modules.publish(NewModuleVersion(platform: .ios, version: "1.0", artifact: used), of: "MPLog", by: ModuleRoom.actor)
            room.console.clock.advance(by: 86_000)
            try await modules.artifacts.sweep()
            #expect(try await blobs.size(idle) != nil)
            room.console.clock.advance(by: 1_000)
            try await modules.artifacts.sweep()
            #expect(try await blobs.size(idle) == nil)
            #expect(try await modules.artifact(idle.text) == nil)
            #expect(try await blobs.size(used) != nil)
            #expect(try await modules.artifact(used.text) != nil)
        }
    }

    @Test func aFileThatIsBroughtAgainStaysAnotherDay() async throws {
        try await ModuleRoom.run { room in
            let idle = try await bring("MPIdle", room)
            room.console.clock.advance(by: 80_000)
            #expect(try await bring("MPIdle", room) == idle)
            room.console.clock.advance(by: 80_000)
            try await room.modules.artifacts.sweep()
            #expect(try await room.console.server.blobs.size(idle) != nil)
        }
    }

    @Test func aFileThatAnotherRoomHasToo() async throws {
        try await ModuleRoom.run { room in
            let idle = try await bring("MPIdle", room)
            let artifacts = room.modules.artifacts.needed { _ in true }
            room.console.clock.advance(by: 90_000)
            try await artifacts.sweep()
            #expect(try await room.modules.artifact(idle.text) == nil)
            #expect(try await room.console.server.blobs.size(idle) != nil)
        }
    }

    /// Somebody brings it again between the look and the removal: the second look puts it back.
    @Test func aFileThatIsBroughtWhileItGoes() async throws {
        try await ModuleRoom.run { room in
            let idle = try await bring("MPIdle", room)
            let looks = TestCount()
            let artifacts = room.modules.artifacts.needed { _ in looks.next() > 1 }
            room.console.clock.advance(by: 90_000)
            try await artifacts.sweep()
            #expect(try await room.console.server.blobs.read(idle) == Self.framework("MPIdle"))
            #expect(looks.next() == 3)
        }
    }
}

/// Counts from 1.
private final class TestCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

extension ModuleArtifacts {
    /// The same, asking somebody else whether a file is needed.
    fileprivate func needed(_ isNeeded: @escaping @Sendable (BlobID) async throws -> Bool) -> ModuleArtifacts {
        ModuleArtifacts(database: database, blobs: blobs, inspector: inspector, isNeeded: isNeeded, directory: directory, clock: clock)
    }
}
