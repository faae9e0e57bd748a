import Console
import Foundation
import Storage
import TestSupport
import Testing

@Suite struct SchemaTests {
    /// After a new migration run with `CONSOLE_WRITE_SCHEMA=1` and read the difference before committing it.
    @Test func theDumpIsWhatTheMigrationsMake() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "schema-\(UUID().uuidString).sqlite").path
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let database = try Database(path: path)
        try await database.migrate(Schema.migrations)
        let made = try await database.schemaDump()
        let file = URL(fileURLWithPath: TestConsole.home).appending(path: "Tests/ConsoleTests/Schema/schema.sql")
        if ProcessInfo.processInfo.environment["CONSOLE_WRITE_SCHEMA"] != nil { try made.write(to: file, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: file, encoding: .utf8) == made)
    }
}
