import Storage
import TestSupport
import Testing

struct StatementTests {
    private let scratch: ScratchDirectory
    private let database: Database

    init() async throws {
        scratch = try ScratchDirectory()
        database = try await scratch.anyDatabase()
        try await database.migrate([Migration(1, "items", "CREATE TABLE item (id TEXT PRIMARY KEY, n INTEGER, data {blob}, rate REAL) {strict};")])
    }

    @Test func bindsEveryKindOfValue() async throws {
        try await database.write { connection in
            let insert = try connection.prepare("INSERT INTO item VALUES (?, ?, ?, ?)")
            #expect(try insert.run("a", 7, [1, 2] as [UInt8], 0.5) == 1)
            #expect(try insert.run("", nil as Int?, [UInt8](), nil as Double?) == 1)
        }
        let rows = try await database.read { connection in
            try connection.all("SELECT * FROM item ORDER BY id DESC") { row in
                (try row["id"] as String, try row["n"] as Int?, try row["data"] as [UInt8], try row["rate"] as Double?)
            }
        }
        #expect(rows.map(\.0) == ["a", ""])
        #expect(rows.map(\.1) == [7, nil])
        #expect(rows.map(\.2) == [[1, 2], []])
        #expect(rows.map(\.3) == [0.5, nil])
    }

    @Test(.enabled(if: !TestDatabase.isPostgres)) func goesOnAfterARefusedRow() async throws {
        try await database.write { connection in
            let insert = try connection.prepare("INSERT INTO item (id) VALUES (?)")
            try insert.run("a")
            let error = #expect(throws: StorageError.self) { try insert.run("a") }
            guard case .constraint = error else { throw try #require(error) }
            try insert.run("b")
        }
        #expect(try await database.read { try $0.value("SELECT count(*) FROM item", as: Int.self) } == 2)
    }

    /// PostgreSQL takes nothing more in a transaction of which something failed, and COMMIT rolls it back.
    @Test(.enabled(if: TestDatabase.isPostgres)) func aRefusedRowThatIsSwallowedStillUndoesTheRest() async throws {
        await #expect(throws: StorageError.engine("rolled back")) {
            try await database.write { connection in
                let insert = try connection.prepare("INSERT INTO item (id) VALUES (?)")
                try insert.run("a")
                _ = try? insert.run("a")
            }
        }
        #expect(try await database.read { try $0.value("SELECT count(*) FROM item", as: Int.self) } == 0)
    }

    @Test func refusesMoreOrFewerValuesThanPlaces() async throws {
        try await database.write { connection in
            let insert = try connection.prepare("INSERT INTO item (id, n) VALUES (?, ?)")
            #expect(throws: StorageError.engine("1 values for 2 places")) { try insert.run("a") }
            #expect(throws: StorageError.engine("3 values for 2 places")) { try insert.run("a", 1, 2) }
        }
    }
}
