import TestSupport
import Testing

@testable import Storage

struct MigrationTests {
    private let scratch: ScratchDirectory
    private let database: Database
    private static let first = Migration(1, "items", "CREATE TABLE item (id TEXT PRIMARY KEY, n BIGINT, data {blob}) {strict};")
    private static let second = Migration(2, "parts", "CREATE TABLE part (item TEXT, n INTEGER, PRIMARY KEY (item, n)) {clustered};")

    init() async throws {
        scratch = try ScratchDirectory()
        database = try await scratch.anyDatabase()
    }

    @Test func eachIsAppliedOnceInTheOrderOfNumbers() async throws {
        #expect(try await database.migrate([Self.second, Self.first]) == ["items", "parts"])
        #expect(try await database.migrate([Self.first, Self.second]) == [])
        let names = try await database.read { try $0.all("SELECT name FROM schema_migration ORDER BY number") { try $0[0] as String } }
        #expect(names == ["items", "parts"])
    }

    @Test func tellsWhatIsMissingWithoutApplyingIt() async throws {
        #expect(try await database.missingMigrations([Self.first]).map(\.name) == ["items"])
        #expect(try await tables() == [])
        try await database.migrate([Self.first])
        #expect(try await database.missingMigrations([Self.first, Self.second]).map(\.name) == ["parts"])
        #expect(try await database.migrate([Self.first, Self.second]) == ["parts"])
    }

    @Test func refusesADatabaseOfANewerConsole() async throws {
        try await database.migrate([Self.first, Self.second])
        await #expect(throws: StorageError.newerSchema(found: 2, known: 1)) { try await database.migrate([Self.first]) }
    }

    @Test func refusesAMigrationThatWasChanged() async throws {
        try await database.migrate([Self.first])
        let changed = Migration(1, "items", "CREATE TABLE item (id TEXT);")
        await #expect(throws: StorageError.changedMigration("items")) { try await database.migrate([changed, Self.second]) }
        #expect(try await tables() == ["item"])
    }

    @Test func oneThatFailsLeavesNothingBehind() async throws {
        let broken = Migration(2, "broken", "CREATE TABLE half (id TEXT); CREATE TABLE half (id TEXT);")
        await #expect(throws: StorageError.self) { try await database.migrate([Self.first, broken]) }
        #expect(try await database.missingMigrations([Self.first, broken]).map(\.number) == [2])
        #expect(try await tables() == ["item"])
    }

    @Test func placeholdersBecomeSQLitesWords() {
        #expect(SQLiteWords.statements(of: Self.first) == "CREATE TABLE item (id TEXT PRIMARY KEY, n INTEGER, data BLOB) STRICT;")
        #expect(SQLiteWords.statements(of: Self.second).hasSuffix(") STRICT, WITHOUT ROWID;"))
    }

    @Test func anUnknownPlaceholderIsRefused() async throws {
        await #expect(throws: StorageError.self) { try await database.migrate([Migration(1, "x", "CREATE TABLE x (id {uuid});")]) }
    }

    @Test(arguments: ["UPDATE event SET n = 2", "DELETE FROM event"])
    func anAppendOnlyTableOnlyGrows(change: String) async throws {
        try await database.migrate([Migration(1, "events", "CREATE TABLE event (n INTEGER) {strict}; {append_only:event};")])
        try await database.write { try $0.run("INSERT INTO event VALUES (1)") }
        await #expect(throws: StorageError.constraint("event only grows")) { try await database.write { try $0.run(SQL(trusted: change)) } }
        #expect(try await database.read { try $0.value("SELECT n FROM event", as: Int.self) } == 1)
    }

    private func tables() async throws -> [String] {
        try await database.read { try $0.tables().map(\.name) }
    }

    @Test func ofSeveralNodesThatStartAtOnceOneDoesIt() async throws {
        let other = try await scratch.anyDatabase()
        async let mine = database.migrate([Self.first, Self.second])
        async let others = other.migrate([Self.first, Self.second])
        let applied = try await mine + others
        #expect(applied.sorted() == ["items", "parts"])
    }

    @Test(.enabled(if: !TestDatabase.isPostgres)) func theDumpIsInAFixedOrder() async throws {
        try await database.migrate([Self.second, Self.first])
        let dump = try await database.schemaDump()
        let tables = dump.split(separator: ";\n").compactMap { $0.split(separator: " ").dropFirst(2).first }
        #expect(tables == ["item", "part", "schema_migration"])
    }
}
