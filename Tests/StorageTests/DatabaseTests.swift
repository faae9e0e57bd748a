import Foundation
import GRDB
import Testing

@testable import Storage

private typealias Database = Storage.Database

struct DatabaseTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test func theWriterReadsBackFullAndWAL() async throws {
        let database = try scratch.database()
        let (synchronous, journal) = try await database.write { connection in
            (try connection.value("PRAGMA synchronous", as: Int.self), try connection.value("PRAGMA journal_mode", as: String.self))
        }
        #expect(synchronous == 2)
        #expect(journal == "wal")
    }

    @Test func aReadThatTakesTooLongIsInterrupted() async throws {
        let database = try Database(path: scratch.path + "/slow.sqlite", readLimit: .milliseconds(50))
        await #expect(throws: StorageError.tooSlow(.milliseconds(50))) {
            try await database.read { connection in
                try connection.value("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", as: Int.self)
            }
        }
    }

    @Test func theControlRunMayLoseData() async throws {
        let database = try Database(path: scratch.path + "/control.sqlite", synchronous: .normal)
        #expect(try await database.write { try $0.value("PRAGMA synchronous", as: Int.self) } == 1)
    }

    @Test func refusesAConnectionThatWouldLoseData() throws {
        let lossy = try DatabasePool(path: scratch.path + "/lossy.sqlite")  // GRDB's own choice: NORMAL
        #expect(throws: StorageError.notDurable("journal_mode wal, synchronous 1")) {
            try lossy.writeWithoutTransaction { try SQLiteEngine.checkDurability($0, .full) }
        }
        let rollback = try DatabaseQueue(path: scratch.path + "/rollback.sqlite")
        #expect(throws: StorageError.notDurable("journal_mode delete, synchronous 2")) {
            try rollback.writeWithoutTransaction { try SQLiteEngine.checkDurability($0, .full) }
        }
    }

    @Test func onlyItsOwnerMayReadItAndItsBackups() async throws {
        let database = try scratch.database()
        try await database.write { try $0.run("CREATE TABLE item (n INTEGER)") }
        try await database.backUp(to: scratch.path + "/copy.sqlite")
        for path in [database.name, database.name + "-wal", scratch.path + "/copy.sqlite"] {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func aBackupNeverOverwrites() async throws {
        let path = scratch.path + "/taken"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let database = try scratch.database()
        await #expect(throws: StorageError.exists(path)) { try await database.backUp(to: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test func aFileThatIsNoDatabaseIsADiskError() throws {
        let path = scratch.path + "/noise.sqlite"
        try Data(repeating: 0x5A, count: 8_192).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: StorageError.self) { try Database(path: path) }
        guard case .disk = error else { throw try #require(error) }
    }

    @Test func readersSeeACommitAtOnce() async throws {
        let database = try scratch.database()
        try await database.write { try $0.run("CREATE TABLE item (n INTEGER)") }
        for n in 1...20 {
            try await database.write { try $0.run("INSERT INTO item VALUES (\(n))") }
            #expect(try await database.read { try $0.value("SELECT count(*) FROM item", as: Int.self) } == n)
        }
    }

    @Test func aBackupIsACompleteDatabase() async throws {
        let database = try scratch.database()
        try await database.write { connection in
            try connection.run("CREATE TABLE item (n INTEGER)")
            try connection.run("INSERT INTO item VALUES (7)")
        }
        try await database.backUp(to: scratch.path + "/copy.sqlite")
        let copy = try Database(path: scratch.path + "/copy.sqlite")
        #expect(try await copy.read { try $0.value("SELECT n FROM item", as: Int.self) } == 7)
        await #expect(throws: StorageError.self) { try await database.backUp(to: scratch.path + "/missing/copy.sqlite") }
    }

    @Test(
        arguments: [
            (19, "constraint"), (2_067, "constraint"), (13, "no room"), (10, "the disk failed"), (1_034, "the disk failed"), (11, "the disk failed"),
            (26, "the disk failed"), (14, "the disk failed"), (8, "the disk failed"), (1, "database"), (5, "database"),
        ] as [(Int32, String)]
    )
    func resultCodesAreToldApart(code: Int32, start: String) {
        #expect(StorageError(code: code, message: "x").description.hasPrefix(start))
    }
}
