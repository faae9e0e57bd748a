import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct MovingRestoreTests {
    @Test(arguments: ["database.sqlite", "manifest.json", "segments", "objects"])
    func aDamagedBackupIsRefusedAndNothingChanges(_ part: String) async throws {
        try await MovingRoom.run { room in
            try await room.send(1)
            let path = try await room.backUp()
            let settings = try MovingRoom.settings(room.other("restored"))
            try await room.restore(path, into: settings)
            let before = try Self.contents(settings.data)
            let file = try MovingFiles.list(path).first { $0.hasPrefix(part) }
            let target = "\(path)/\(try #require(file))"
            for change in ["flipped", "cut", "gone"] {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: target))
                switch change {
                case "flipped": try Self.flip(target, at: bytes.count / 2)
                case "cut": try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: target))
                default: try FileManager.default.removeItem(atPath: target)
                }
                await #expect(throws: (any Error).self, "\(part) \(change)") { try await room.restore(path, into: settings) }
                #expect(try Self.contents(settings.data) == before, "\(part) \(change)")
                try bytes.write(to: URL(fileURLWithPath: target))
            }
            try await room.restore(path, into: settings)
        }
    }

    /// In the manifest the byte has to be one of a digest, or a space may have become another one.
    private static func flip(_ path: String, at place: Int) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        if path.hasSuffix(".json") {
            let text = String(decoding: bytes, as: UTF8.self)
            let digest = try #require(text.firstMatch(of: #/"sha256" : "([0-9a-f]{64})"/#)).output.1
            bytes = Array(text.replacing(digest, with: String(digest.reversed())).utf8)
        } else {
            bytes[place] ^= 1
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// Names and digests of everything but the lock.
    private static func contents(_ directory: String) throws -> [String] {
        try MovingFiles.list(directory).filter { $0 != "lock" }.map { "\($0) \(try MovingFiles.content(of: "\(directory)/\($0)").sha256)" }
    }

    @Test func itIsRefusedWhileAConsoleRuns() async throws {
        try await MovingRoom.run { room in
            let path = try await room.backUp()
            let settings = try MovingRoom.settings(room.other("restored"))
            let running = try DataDirectory(settings.data)
            await #expect(throws: StorageError.inUse(settings.data)) { try await room.restore(path, into: settings) }
            withExtendedLifetime(running) {}
        }
    }

    @Test func whatWasThereIsKept() async throws {
        try await MovingRoom.run { room in
            try await room.send(1)
            let first = try await room.backUp("first")
            try await room.send(2)
            let second = try await room.backUp("second")
            let settings = try MovingRoom.settings(room.other("restored"))
            try await room.restore(second, into: settings)
            // As after a crash: a log that the old database still needs, and that must not be applied to the new one.
            try Data("a log".utf8).write(to: URL(fileURLWithPath: "\(settings.data)/console.sqlite-wal"))
            let before = try #require(try await room.restore(first, into: settings).before)
            #expect(!FileManager.default.fileExists(atPath: "\(settings.data)/console.sqlite-wal"))
            #expect(try await Self.batches("\(settings.data)/console.sqlite") == ["batch1"])
            #expect(FileManager.default.contents(atPath: "\(before)/console.sqlite-wal") == Data("a log".utf8))
            MovingFiles.remove("\(before)/console.sqlite-wal")
            #expect(try await Self.batches("\(before)/console.sqlite") == ["batch1", "batch2"])
            #expect(try MovingFiles.list("\(before)/segments").count == 1)
            let restored = try Database(path: "\(settings.data)/console.sqlite")
            defer { try? restored.close() }
            _ = try await MovingRoom.rebuilt(restored, settings)
        }
    }

    private static func batches(_ path: String) async throws -> [String] {
        let database = try Database(path: path)
        defer { try? database.close() }
        return try await database.read { try $0.all("SELECT batch_id FROM log_batch ORDER BY batch_id") { try $0[0] } }
    }

    @Test func oneOfANewerConsoleIsRefused() async throws {
        try await MovingRoom.run { room in
            let path = try await room.backUp()
            let file = URL(fileURLWithPath: "\(path)/manifest.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            let newest = try #require(Schema.migrations.map(\.number).max())
            try text.replacing("\"schema\" : \(newest)", with: "\"schema\" : \(newest + 1)").write(to: file, atomically: true, encoding: .utf8)
            await #expect(throws: StorageError.newerSchema(found: newest + 1, known: newest)) {
                try await room.restore(path, into: try MovingRoom.settings(room.other("restored")))
            }
        }
    }

    /// The database of a console that knew only the first migrations.
    @Test func oneOfAnOlderConsoleIsBroughtUpToDate() async throws {
        try await MovingRoom.run { room in
            let path = room.other("old")
            try MovingFiles.makeDirectory(path)
            let old = try Database(path: "\(path)/whole.sqlite")
            try await old.migrate(Array(Schema.migrations.sorted { $0.number < $1.number }.prefix(3)))
            try await old.write { try $0.run("INSERT INTO app (id, name, english_name, zone, created_at) VALUES ('old', 'Old', 'Old', 'UTC', 1)") }
            try await old.backUp(to: "\(path)/database.sqlite")
            try old.close()
            let content = try MovingFiles.content(of: "\(path)/database.sqlite")
            let manifest = MovingManifest(
                version: "0.1",
                schema: 3,
                madeAt: Date(timeIntervalSince1970: 0),
                engine: "sqlite",
                objectsLeftIn: nil,
                hasKey: false,
                tables: ["app": 1],
                files: [MovingManifest.File(path: "database.sqlite", size: content.size, sha256: content.sha256)]
            )
            try manifest.json.write(to: URL(fileURLWithPath: "\(path)/manifest.json"))
            let settings = try MovingRoom.settings(room.other("restored"))
            let report = try await room.restore(path, into: settings)
            #expect(report.migrations.count == Schema.migrations.count - 3)
            let server = try await Server(settings: settings)
            #expect(server.apps.index.app("old") != nil)
        }
    }

    @Test func filesOutsideOfItAreNotTouched() async throws {
        try await MovingRoom.run { room in
            let path = try await room.backUp()
            let file = URL(fileURLWithPath: "\(path)/manifest.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in ["../database.sqlite", "/etc/passwd"] {
                try text.replacing("\"database.sqlite\"", with: "\"\(name)\"").write(to: file, atomically: true, encoding: .utf8)
                await #expect(throws: MovingError.self) { try await room.restore(path, into: try MovingRoom.settings(room.other("restored"))) }
            }
        }
    }
}
