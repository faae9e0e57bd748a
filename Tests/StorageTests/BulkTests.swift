import Storage
import Testing

/// Many rows at once, on the engine of the run; a handful goes another way than hundreds.
struct BulkTests {
    private let scratch: ScratchDirectory
    private let database: Database

    private static let columns: [BulkTable.Column] = [.init("app", .text), .init("n", .integer), .init("count", .integer), .init("note", .text)]
    private static let sums = BulkTable("tally", columns, key: ["app", "n"], conflict: .add(["count"]))
    private static let newest = BulkTable(
        "tally",
        columns,
        key: ["app", "n"],
        conflict: .replace(["count", "note"], when: "excluded.count >= tally.count")
    )
    private static let sizes = [1, 8, 9, 500]

    init() async throws {
        scratch = try ScratchDirectory()
        database = try await scratch.anyDatabase()
        let table = """
            CREATE TABLE tally (app TEXT NOT NULL, n INTEGER NOT NULL, count INTEGER NOT NULL, note TEXT, PRIMARY KEY (app, n)) {clustered};
            CREATE TABLE piece (id TEXT PRIMARY KEY, data {blob}, rate REAL) {strict};
            """
        try await database.migrate([Migration(1, "tally", table)])
    }

    private static func rows(_ numbers: some Sequence<Int>, count: Int = 1, note: String? = "x") -> [[SQLValue]] {
        numbers.map { [.text("demo"), .integer(Int64($0)), .integer(Int64(count)), note.sqlValue] }
    }

    private func counts() async throws -> [Int] {
        try await database.read { try $0.all("SELECT count FROM tally ORDER BY n") { try $0[0] } }
    }

    @Test(arguments: sizes) func addsUp(size: Int) async throws {
        for _ in 0..<2 { try await database.write { try $0.merge(Self.rows(0..<size, count: 3), into: Self.sums) } }
        #expect(try await counts() == Array(repeating: 6, count: size))
    }

    @Test func severalMergesOfOneTransactionDoNotMix() async throws {
        try await database.write(.readCommitted) { connection in
            try connection.merge(Self.rows(0..<20), into: Self.sums)
            try connection.merge(Self.rows(10..<30), into: Self.sums)
        }
        #expect(try await counts() == Array(repeating: 1, count: 10) + Array(repeating: 2, count: 10) + Array(repeating: 1, count: 10))
    }

    @Test(arguments: sizes) func theNewerRowWins(size: Int) async throws {
        try await database.write { try $0.merge(Self.rows(0..<size, count: 5, note: "first"), into: Self.newest) }
        try await database.write { try $0.merge(Self.rows(0..<size, count: 4, note: "late"), into: Self.newest) }
        try await database.write { try $0.merge(Self.rows(0..<1, count: 6, note: nil), into: Self.newest) }
        let notes = try await database.read { try $0.all("SELECT note FROM tally ORDER BY n") { try $0[0] as String? } }
        #expect(notes == [nil] + Array(repeating: "first", count: size - 1))
    }

    @Test(arguments: sizes) func tellsWhichRowsWereNew(size: Int) async throws {
        let old = stride(from: 0, to: size, by: 3)
        try await database.write { try $0.merge(Self.rows(old), into: Self.sums) }
        let places = try await database.write { try $0.insertNew(Self.rows(0..<size, count: 9), into: Self.sums) }
        #expect(places == (0..<size).filter { $0 % 3 != 0 })
        #expect(try await counts() == (0..<size).map { $0 % 3 == 0 ? 1 : 9 })
    }

    @Test func nothingIsLeftOfATransactionThatFails() async throws {
        struct Refusal: Error {}
        for _ in 0..<2 {
            await #expect(throws: Refusal.self) {
                try await database.write { connection in
                    try connection.merge(Self.rows(0..<100), into: Self.sums)
                    throw Refusal()
                }
            }
        }
        try await database.write { try $0.merge(Self.rows(0..<100), into: Self.sums) }
        #expect(try await counts() == Array(repeating: 1, count: 100))
    }

    @Test(arguments: [2, 20]) func everyKindOfValueComesBack(size: Int) async throws {
        let table = BulkTable("piece", [.init("id", .text), .init("data", .blob), .init("rate", .real)], key: ["id"], conflict: .keep)
        let bytes: [[UInt8]?] = [nil, [], [0, 255, 10, 92]]
        let rows: [[SQLValue]] = (0..<size).map { [.text("a\t\\\"\u{200D}零\($0)"), bytes[$0 % 3].sqlValue, .real(Double($0) / 3)] }
        try await database.write { try $0.merge(rows, into: table) }
        let back = try await database.read { connection in
            try connection.all("SELECT id, data, rate FROM piece ORDER BY rate") { row in
                [.text(try row[0]), (try row[1] as [UInt8]?).sqlValue, .real(try row[2])] as [SQLValue]
            }
        }
        #expect(back == rows)
    }

    @Test func manyNodesAddToTheSameRows() async throws {
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask { try await database.write(.readCommitted) { try $0.merge(Self.rows(0..<50), into: Self.sums) } }
            }
            try await group.waitForAll()
        }
        #expect(try await counts() == Array(repeating: 16, count: 50))
    }
}
