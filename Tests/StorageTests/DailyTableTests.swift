import Storage
import TestSupport
import Testing

/// Partitions by day; on SQLite there are none, and rows are deleted instead.
struct DailyTableTests {
    private let scratch: ScratchDirectory
    private let database: Database
    private static let table = DailyTable("event", column: "at", unitsPerDay: 1_000)

    init() async throws {
        scratch = try ScratchDirectory()
        database = try await scratch.anyDatabase()
        let text = "CREATE TABLE event (app TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (app, at)) {clustered}; {daily:event.at:1000};"
        try await database.migrate([Migration(1, "event", text)])
    }

    private func insert(_ times: Int...) async throws {
        try await database.write { connection in
            for time in times { try connection.run("INSERT INTO event VALUES ('demo', \(time)) ON CONFLICT (app, at) DO NOTHING") }
        }
    }

    private func times() async throws -> [Int] {
        try await database.read { try $0.all("SELECT at FROM event ORDER BY at") { try $0[0] } }
    }

    @Test func rowsOfEveryDayAreTaken() async throws {
        try await insert(500, 5_500)
        for _ in 0..<2 { try await database.write { try $0.makeDays(Self.table, 4...6) } }
        try await insert(4_000, 5_500, 6_999, 7_000)
        #expect(try await times() == [500, 4_000, 5_500, 6_999, 7_000])
    }

    @Test func aDayIsDroppedWithAllItsRows() async throws {
        try await database.write { try $0.makeDays(Self.table, 4...6) }
        try await insert(500, 4_000, 5_500, 6_000)
        let dropped = try await database.write { try $0.dropDays(Self.table, before: 6) }
        #expect(dropped == TestDatabase.isPostgres)
        #expect(try await times() == (dropped ? [6_000] : [500, 4_000, 5_500, 6_000]))
    }

    /// As happens to a row that is on its way to the partition for the rest while its day's is attached: the same again finds the right one.
    @Test(.enabled(if: TestDatabase.isPostgres)) func aRowThatCameToTheWrongPartitionIsWrittenAgain() async throws {
        try await database.write { try $0.makeDays(Self.table, 5...5) }
        let error = await #expect(throws: StorageError.self) {
            try await database.write { try $0.run("INSERT INTO event_rest VALUES ('demo', 5500)") }
        }
        guard case .conflict = error else { throw try #require(error) }
    }

    @Test func theColumnIsPartOfTheDescription() async throws {
        let tables = try await database.read { try $0.tables() }
        #expect(tables.map(\.name) == ["event"])
        #expect(tables[0].partitionColumn == (TestDatabase.isPostgres ? "at" : nil))
        #expect(tables[0].key == ["app", "at"])
    }
}
