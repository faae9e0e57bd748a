import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Console

/// On SQLite and, in the other run, on PostgreSQL: a backup is the same for both, and these restore it into files.
@Suite struct MovingBackupTests {
    @Test func whatWasAcknowledgedBeforeIsThereAgainThoughUploadsWentOn() async throws {
        try await MovingRoom.run { room in
            for number in 0..<40 { try await room.send(number) }
            let sending = Mutex(true)
            async let others: Int = {
                var number = 40
                while sending.withLock({ $0 }) {
                    try await room.send(number)
                    number += 1
                }
                return number
            }()
            let path = try await room.backUp()
            sending.withLock { $0 = false }
            let sent = try await others

            let settings = try MovingRoom.settings(room.other("restored"))
            let report = try await room.restore(path, into: settings)
            #expect(report.before == nil)
            let restored = try Database(path: "\(settings.data)/console.sqlite")
            defer { try? restored.close() }
            let ids = try await restored.read { try $0.all("SELECT batch_id FROM log_batch") { try $0[0] as String } }
            #expect(Set(ids).isSuperset(of: (0..<40).map { "batch\($0)" }))
            #expect(Set(ids).isSubset(of: (0..<sent).map { "batch\($0)" }))
            // The same rows as in the backup's own database, and raw lines from which the same figures come.
            let copied = try await Self.sums(ofFile: path)
            let after = try await MovingRoom.sums(restored)
            #expect(copied == after)
            #expect(after["log_batch"]?.rows == ids.count)
            #expect(try await MovingRoom.rebuilt(restored, settings) == after.filter { !MovingRoom.lines.contains($0.key) && $0.key != "log_epoch" })
            #expect(try settings.openBlobs() is DirectoryBlobs)
            #expect(try await settings.openBlobs().read(BlobID(of: Array("an object".utf8))) == Array("an object".utf8))
        }
    }

    private static func sums(ofFile path: String) async throws -> [String: MovingSum] {
        try await Database.look(into: "\(path)/\(MovingManifest.database)") { connection in
            try MovingTables(try connection.tables()).all.map(\.arranged).reduce(into: [:]) { sums, table in
                var sum = MovingSum()
                sum.add(try connection.rows(of: table, after: nil, limit: 1_000_000))
                sums[table.name] = sum
            }
        }
    }

    @Test func itSaysWhatIsInItAndKeepsItForItsOwner() async throws {
        try await MovingRoom.run { room in
            try await room.send(1)
            try Data("log-level = warning\n".utf8).write(to: URL(fileURLWithPath: "\(room.directory)/console.conf"))
            let path = try await room.backUp()
            let manifest = try MovingManifest.read(in: path)
            #expect(manifest.schema == Schema.migrations.map(\.number).max())
            #expect(manifest.engine == room.database.kind.rawValue)
            #expect(manifest.tables["log_batch"] == 1)
            #expect(!manifest.hasKey)
            let files = try MovingFiles.list(path).filter { $0 != MovingManifest.name }
            #expect(files == manifest.files.map(\.path))
            #expect(files.contains("console.conf") && files.contains("database.sqlite") && !files.contains("secret.key"))
            #expect(files.filter { $0.hasPrefix("segments/demo/") }.count == 1)
            #expect(files.filter { $0.hasPrefix("objects/") }.count == 1)
            for file in manifest.files {
                let content = try MovingFiles.content(of: "\(path)/\(file.path)")
                #expect(content == MovingFiles.Content(size: file.size, sha256: file.sha256))
                #expect(Self.mode("\(path)/\(file.path)") == 0o600, "\(file.path)")
            }
            #expect(Self.mode(path) == 0o700)
            #expect(Self.mode("\(path)/manifest.json") == 0o600)
        }
    }

    private static func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func theKeyIsInItOnlyWhenAskedFor() async throws {
        try await MovingRoom.run { room in
            let path = try await room.backUp(withKey: true)
            let settings = try MovingRoom.settings(room.other("restored"))
            #expect(try await room.restore(path, into: settings).remarks == [])
            #expect(FileManager.default.contents(atPath: settings.keyFile) == FileManager.default.contents(atPath: room.settings.keyFile))
            let without = try await room.restore(try await room.backUp("second"), into: try MovingRoom.settings(room.other("another")))
            #expect(without.remarks.count == 1 && without.remarks[0].contains("holds no key"))
        }
    }

    @Test func objectsMayBeLeftOut() async throws {
        try await MovingRoom.run { room in
            let path = try await room.backUp(withoutObjects: true)
            #expect(try MovingManifest.read(in: path).objectsLeftIn == room.settings.objects)
            #expect(try MovingFiles.list(path).filter { $0.hasPrefix("objects/") } == [])
            let report = try await room.restore(path, into: try MovingRoom.settings(room.other("restored")))
            #expect(report.remarks.contains { $0.contains("holds no objects") })
        }
    }

    @Test func whatIsThereStaysAndAFailureLeavesNothing() async throws {
        try await MovingRoom.run { room in
            try await room.send(1)
            let path = try await room.backUp()
            let before = try Data(contentsOf: URL(fileURLWithPath: "\(path)/manifest.json"))
            await #expect(throws: StorageError.exists(path)) { try await room.backUp() }
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(path)/manifest.json")) == before)
            // A key that is not there: the last step fails.
            let key = room.settings.keyFile
            try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
            await #expect(throws: MovingError.self) { try await room.backUp("failing", withKey: true) }
            let names = try FileManager.default.contentsOfDirectory(atPath: room.directory)
            #expect(names.filter { $0.hasPrefix("failing") } == [])
        }
    }

    @Test(.enabled(if: !TestDatabase.isPostgres)) func rawLinesThatAreMissingFailIt() async throws {
        try await MovingRoom.run { room in
            try await room.send(1)
            for file in try MovingFiles.list("\(room.directory)/segments") { MovingFiles.remove("\(room.directory)/segments/\(file)") }
            await #expect(throws: MovingError.self) { try await room.backUp() }
            #expect(!FileManager.default.fileExists(atPath: room.other("backup")))
        }
    }
}
