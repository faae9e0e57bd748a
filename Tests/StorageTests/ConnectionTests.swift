import Foundation
import Storage
import Testing

/// Against the real engine: what goes in comes out, and what the schema refuses is told in the console's words.
struct ConnectionTests {
    private let scratch: ScratchDirectory
    private let database: Database

    init() async throws {
        scratch = try ScratchDirectory()
        database = try await scratch.anyDatabase()
        let tables = """
            CREATE TABLE item (id TEXT PRIMARY KEY, n BIGINT CHECK (n > 0), note TEXT, data {blob}, rate REAL) {strict};
            CREATE TABLE part (item TEXT NOT NULL REFERENCES item (id)) {strict};
            """
        try await database.migrate([Migration(1, "items", tables)])
    }

    @Test(arguments: ["", "plain", "'; DROP TABLE item; --", "\"\u{200D}", "零"])
    func textComesBackAsItWas(text: String) async throws {
        let back = try await database.write { connection in
            try connection.run("INSERT INTO item (id, note) VALUES (\("a"), \(text))")
            return try connection.value("SELECT note FROM item", as: String.self)
        }
        #expect(back == text)
    }

    @Test func bytesNumbersAndNullsComeBack() async throws {
        let row = try await database.write { connection in
            try connection.run("INSERT INTO item (id, n, data, rate) VALUES ('a', \(Int.max), \([UInt8]()), \(0.5))")
            return try connection.first("SELECT * FROM item") { row in
                (try row["n"] as Int, try row["data"] as [UInt8], try row["rate"] as Double, try row["note"] as String?)
            }
        }
        let found = try #require(row)
        #expect(found == (Int.max, [], 0.5, nil))
    }

    @Test func runTellsHowManyRowsChanged() async throws {
        try await insert("a", "b", "c")
        #expect(try await database.write { try $0.run("UPDATE item SET n = 1 WHERE id IN (\(SQL.list(["a", "c", "x"])))") } == 2)
        #expect(try await database.write { try $0.run("DELETE FROM item WHERE id IN (\(SQL.list([String]())))") } == 0)
    }

    @Test func firstAndValueAreNilWithoutRows() async throws {
        #expect(try await database.read { try $0.value("SELECT n FROM item", as: Int.self) } == nil)
        #expect(try await database.read { try $0.first("SELECT id FROM item") { try $0[0] as String } } == nil)
    }

    @Test(arguments: ["id", "missing"]) func aColumnOfAnotherKindIsAnError(column: String) async throws {
        try await insert("a")
        await #expect(throws: StorageError.column(column, in: "id n")) {
            try await database.read { try $0.first("SELECT id, n FROM item") { try $0[column] as Double } }
        }
    }

    @Test func aMissingColumnIsAnErrorEvenForOptionals() async throws {
        try await insert("a")
        await #expect(throws: StorageError.column("nota", in: "note")) {
            try await database.read { try $0.first("SELECT note FROM item") { try $0["nota"] as String? } }
        }
        await #expect(throws: StorageError.column("#1", in: "note")) {
            try await database.read { try $0.first("SELECT note FROM item") { try $0[1] as String? } }
        }
    }

    @Test(arguments: [
        "INSERT INTO item (id) VALUES ('a')",
        "INSERT INTO item (id, n) VALUES ('b', 0)",
        "INSERT INTO part (item) VALUES (NULL)",
        "INSERT INTO part (item) VALUES ('nobody')",
    ])
    func aBrokenConstraintIsToldAsSuch(statement: String) async throws {
        try await insert("a")
        let error = await #expect(throws: StorageError.self) {
            try await database.write { try $0.run(SQL(trusted: statement)) }
        }
        guard case .constraint = error else { throw try #require(error) }
    }

    @Test func aStatementThatMakesNoSenseIsTheEnginesError() async throws {
        let error = await #expect(throws: StorageError.self) { try await database.read { try $0.value("SELEKT 1", as: Int.self) } }
        guard case .engine = error else { throw try #require(error) }
    }

    @Test func aReaderCannotWrite() async throws {
        await #expect(throws: StorageError.self) { try await database.read { try $0.run("INSERT INTO item (id) VALUES ('a')") } }
    }

    private struct Refusal: Error {}

    @Test func aTransactionThatThrowsLeavesNothing() async throws {
        await #expect(throws: Refusal.self) {
            try await database.write { connection in
                try connection.run("INSERT INTO item (id) VALUES ('a')")
                throw Refusal()
            }
        }
        #expect(try await database.read { try $0.value("SELECT count(*) FROM item", as: Int.self) } == 0)
    }

    private func insert(_ ids: String...) async throws {
        try await database.write { connection in
            for id in ids { try connection.run("INSERT INTO item (id, n) VALUES (\(id), 1)") }
        }
    }
}
