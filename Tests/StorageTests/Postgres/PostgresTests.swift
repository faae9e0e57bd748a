import Foundation
import TestSupport
import Testing

@testable import Storage

/// What only a server can do to us.
@Suite(.enabled(if: TestDatabase.isPostgres))
struct PostgresTests {
    private let scratch: ScratchDirectory
    private let database: Database

    init() async throws {
        scratch = try ScratchDirectory()
        database = try await scratch.anyDatabase()
        try await database.migrate([Migration(1, "item", "CREATE TABLE item (id TEXT PRIMARY KEY, n BIGINT NOT NULL) {strict};")])
    }

    /// Ends every connection to this database but the one that asks.
    private func cutAll() async throws {
        let other = try await scratch.anyDatabase()
        _ = try await other.read {
            try $0.all("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()") { _ in
                0
            }
        }
    }

    @Test func connectionsThatWereCutAreMadeAgain() async throws {
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<6 { group.addTask { _ = try await database.write { try $0.run("INSERT INTO item VALUES (\("\(n)"), 0)") } } }
            try await group.waitForAll()
        }
        try await cutAll()
        #expect(try await database.read { try $0.value("SELECT count(*) FROM item", as: Int.self) } == 6)
        try await cutAll()
        try await database.write { try $0.run("UPDATE item SET n = 1") }
        #expect(try await database.read { try $0.value("SELECT sum(n) FROM item", as: Int.self) } == 6)
    }

    @Test func oneThatIsCutInTheMiddleIsRunAgainFromTheStart() async throws {
        let other = try await scratch.anyDatabase()
        let cut = Once()
        try await database.write { connection in
            try connection.run("INSERT INTO item VALUES ('a', 1)")
            let backend = try connection.value("SELECT pg_backend_pid()", as: Int.self) ?? 0
            guard cut.first() else { return }
            let done = DispatchSemaphore(value: 0)
            Task {
                _ = try await other.read { try $0.value("SELECT pg_terminate_backend(CAST(\(backend) AS int))", as: Int.self) }
                done.signal()
            }
            done.wait()
            Thread.sleep(forTimeInterval: 0.05)
            try connection.run("INSERT INTO item VALUES ('b', 1)")
        }
        #expect(try await database.read { try $0.all("SELECT id FROM item ORDER BY id") { try $0[0] as String } } == ["a"])
    }

    @Test func aServerThatIsNotThereIsToldQuickly() async throws {
        let start = ContinuousClock.now
        let error = await #expect(throws: StorageError.self) {
            try await Database(postgres: "postgresql://nobody@127.0.0.1:9/none?connect_timeout=2", application: "tests")
        }
        guard case .unavailable = error else { throw try #require(error) }
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func aReadThatTakesTooLongIsInterrupted() async throws {
        let database = try await Database(postgres: try await TestDatabase.empty(scratch.path), application: "tests", readLimit: .milliseconds(100))
        await #expect(throws: StorageError.tooSlow(.milliseconds(100))) {
            try await database.read { try $0.first("SELECT pg_sleep(10)") { _ in 0 } }
        }
        await #expect(throws: StorageError.tooSlow(.milliseconds(100))) {
            try await database.read { connection in
                for _ in 0..<20 { _ = try connection.first("SELECT pg_sleep(0.02)") { _ in 0 } }
            }
        }
    }

    @Test func aNodeThatWasCutOffHearsThatItMayHaveMissedSomething() async throws {
        var heard = database.announcements().makeAsyncIterator()
        #expect(await heard.next() == .mayHaveMissed)
        try await cutAll()
        #expect(await heard.next() == .mayHaveMissed)
        try await database.write { try $0.announce("apps") }
        #expect(await heard.next() == .said(topic: "apps", detail: ""))
    }

    @Test func moreTransactionsThanConnectionsWaitInLine() async throws {
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<60 { group.addTask { _ = try await database.write { try $0.run("INSERT INTO item VALUES (\("\(n)"), 1)") } } }
            try await group.waitForAll()
        }
        #expect(try await database.read { try $0.value("SELECT sum(n) FROM item", as: Int.self) } == 60)
        #expect(database.load.limit == 6 && database.load.busy == 0 && database.load.waiting == 0)
    }

    @Test func moreTextsThanAreRememberedAreNoHarm() async throws {
        try await database.write { connection in
            for n in 0..<900 {
                let value = try connection.value(SQL(trusted: "SELECT \(n)"), as: Int.self)
                #expect(value == n)
            }
        }
    }

    @Test(arguments: ["0", "1", "-1", "9999", "10000", "123456789012", "-9223372036854775807", "0.5", "-123.25", "100000000"])
    func sumsAreNumbers(text: String) async throws {
        let value = try await database.read { try $0.first(SQL(trusted: "SELECT CAST('\(text)' AS NUMERIC)")) { try $0.values.value(at: 0) } }
        let wanted = Int64(text).map { SQLValue.integer($0) } ?? .real(Double(text) ?? .nan)
        #expect(value == wanted)
    }

    @Test func aTextWithNULBecomesOneWithout() async throws {
        try await database.write { try $0.run("INSERT INTO item VALUES (\("a\0b"), 1)") }
        #expect(try await database.read { try $0.value("SELECT id FROM item", as: String.self) } == "a\u{FFFD}b")
    }

    @Test func textsSortByTheirBytes() async throws {
        try await database.write { connection in
            for id in ["b", "B", "a", "零", "_"] { try connection.run("INSERT INTO item VALUES (\(id), 1)") }
        }
        #expect(try await database.read { try $0.all("SELECT id FROM item ORDER BY id") { try $0[0] as String } } == ["B", "_", "a", "b", "零"])
    }

    @Test func passwordsAreNotShown() {
        let settings = PostgresSettings(
            url: "postgresql://me:secret@db/console?password=other&sslmode=require",
            application: "x",
            connections: 1,
            readLimit: .zero
        )
        #expect(!settings.shownURL.contains("secret") && !settings.shownURL.contains("other"))
        #expect(settings.shownURL.contains("me") && settings.shownURL.contains("sslmode=require"))
    }
}

/// True the first time.
private final class Once: @unchecked Sendable {
    private let lock = NSLock()
    private var isDone = false

    func first() -> Bool {
        lock.withLock {
            defer { isDone = true }
            return !isDone
        }
    }
}
