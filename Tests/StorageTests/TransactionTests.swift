import Foundation
import Storage
import Testing

/// What rooms rely on whatever the engine is.
struct TransactionTests {
    private let scratch: ScratchDirectory
    private let database: Database

    init() async throws {
        scratch = try ScratchDirectory()
        database = try await scratch.anyDatabase()
        try await database.migrate([Migration(1, "item", "CREATE TABLE item (id TEXT PRIMARY KEY, n BIGINT NOT NULL) {strict};")])
    }

    /// Each reads, thinks and writes what it read: only transactions that come as if one after the other count to the end.
    @Test func readingAndWritingBackLosesNothing() async throws {
        try await database.write { try $0.run("INSERT INTO item VALUES ('a', 0)") }
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try await database.write { connection in
                        let n = try connection.value("SELECT n FROM item WHERE id = 'a'", as: Int.self) ?? 0
                        try connection.run("UPDATE item SET n = \(n + 1) WHERE id = 'a'")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.read { try $0.value("SELECT n FROM item", as: Int.self) } == 10)
    }

    @Test func aLockedRowIsLeftToOthersOnlyWhereThereAreOthers() async throws {
        try await database.write { connection in
            try connection.run("INSERT INTO item VALUES ('a', 0)")
            #expect(try connection.value("SELECT id FROM item ORDER BY id LIMIT 1 {for update skip locked}", as: String.self) == "a")
            #expect(try connection.value("SELECT id FROM item ORDER BY id LIMIT 1 {for share}", as: String.self) == "a")
            #expect(try connection.value("SELECT id FROM item ORDER BY id LIMIT 1 {for update}", as: String.self) == "a")
        }
    }

    @Test func everyWriteOfAGuardedTaskIsGuarded() async throws {
        struct LeaseLost: Error {}
        let guardian = WriteGuard { connection in
            guard try connection.value("SELECT n FROM item WHERE id = 'lease'", as: Int.self) == 1 else { throw LeaseLost() }
        }
        try await database.write { try $0.run("INSERT INTO item VALUES ('lease', 1)") }
        try await Database.$guardian.withValue(guardian) {
            try await database.write { try $0.run("INSERT INTO item VALUES ('effect', 1)") }
            try await Database.$guardian.withValue(nil) { try await database.write { try $0.run("UPDATE item SET n = 2 WHERE id = 'lease'") } }
            await #expect(throws: LeaseLost.self) { try await database.write { try $0.run("INSERT INTO item VALUES ('late effect', 1)") } }
        }
        #expect(try await database.read { try $0.value("SELECT count(*) FROM item", as: Int.self) } == 2)
    }

    @Test(.timeLimit(.minutes(1))) func whatIsAnnouncedIsHeardOnceItIsCommitted() async throws {
        struct Refusal: Error {}
        var heard = database.announcements().makeAsyncIterator()
        if database.kind == .postgres { #expect(await heard.next() == .mayHaveMissed) }
        try? await database.write { connection in
            try connection.announce("lost")
            throw Refusal()
        }
        try await database.write { connection in
            try connection.announce("switches", "demo of 零")
            try connection.announce("apps")
        }
        #expect(await heard.next() == .said(topic: "switches", detail: "demo of 零"))
        #expect(await heard.next() == .said(topic: "apps", detail: ""))
    }

    @Test func theDatabaseHasAClock() async throws {
        let now = try await database.write { try $0.now() }
        #expect(abs(now.timeIntervalSinceNow) < 5)
    }

    @Test func theTablesAreDescribed() async throws {
        let part = "CREATE TABLE part (item TEXT NOT NULL REFERENCES item (id), n INTEGER, data {blob}, PRIMARY KEY (n, item)) {clustered};"
        try await database.migrate([
            Migration(1, "item", "CREATE TABLE item (id TEXT PRIMARY KEY, n BIGINT NOT NULL) {strict};"), Migration(2, "part", part),
        ])
        let tables = try await database.read { try $0.tables() }
        #expect(tables.map(\.name) == ["item", "part"])
        #expect(tables[1].columns.map(\.name) == ["item", "n", "data"])
        #expect(tables[1].columns.map(\.kind) == [.text, .integer, .blob])
        #expect(tables[1].key == ["n", "item"])
        #expect(tables.map(\.references) == [[], ["item"]])
    }
}
