import Console
import Foundation
import Signing

@testable import Storage

/// Databases for tests: of SQLite, or, when CONSOLE_TEST_DATABASE names the maintenance database of a PostgreSQL server, there,
/// each test with one of its own.
public enum TestDatabase {
    private static let maintenance = ProcessInfo.processInfo.environment["CONSOLE_TEST_DATABASE"]

    public static let isPostgres = maintenance != nil

    /// The database that belongs to a test's directory, migrated; the same again for the same directory.
    public static func open(in directory: String) async throws -> Database {
        let database = try await unmigrated(in: directory)
        try await database.migrate(Schema.migrations)
        return database
    }

    /// Opened only. A new one on PostgreSQL is a copy of a migrated one, which takes 30 ms instead of 300.
    public static func unmigrated(in directory: String, name: String = "console.sqlite") async throws -> Database {
        guard let url = try await url(of: directory) else { return try Database(path: "\(directory)/\(name)") }
        return try await Database(postgres: url, application: "tests", connections: 6)
    }

    /// What the setting `database` is for a test's directory; nil on SQLite.
    public static func url(of directory: String) async throws -> String? {
        guard let maintenance else { return nil }
        return try await TestServer.shared.url(name(directory), maintenance)
    }

    /// An empty database of that name on the server, without any schema.
    /// - Throws: `TestFailure` on SQLite.
    public static func empty(_ directory: String) async throws -> String {
        guard let maintenance else { throw TestFailure("there is no PostgreSQL server in this run") }
        return try await TestServer.shared.empty(name(directory), maintenance)
    }

    /// Removes the test's directory and its database. What still uses the database is cut off.
    public static func remove(_ directory: String) {
        try? FileManager.default.removeItem(atPath: directory)
        guard let maintenance else { return }
        Task { try? await TestServer.shared.drop(name(directory), maintenance) }
    }

    private static func name(_ directory: String) -> String {
        "test_" + Hex.encode(Array(Digest.sha256(Array(directory.utf8)).prefix(12)))
    }
}

/// The server that a run of tests uses. A migrated database serves one test after the other: emptying it takes 10 ms, copying a new one 250.
private actor TestServer {
    static let shared = TestServer()

    private var connection: PostgresConnection?
    private var template: Task<String, any Error>?
    /// By the test's name: the database it has, and whether it may be used again.
    private var lent: [String: (database: String, isMigrated: Bool)] = [:]
    private var free: [String] = []
    private var count = 0

    func url(_ name: String, _ maintenance: String) async throws -> String {
        if let mine = lent[name] { return Self.url(maintenance, database: mine.database) }
        let template = try await template(maintenance)
        let database = try free.popLast() ?? make("TEMPLATE \(template)", maintenance)
        lent[name] = (database, true)
        return Self.url(maintenance, database: database)
    }

    func empty(_ name: String, _ maintenance: String) throws -> String {
        let database = try lent[name]?.database ?? make("TEMPLATE template0", maintenance)
        lent[name] = (database, false)
        return Self.url(maintenance, database: database)
    }

    /// Cuts off whoever still uses it.
    func drop(_ name: String, _ maintenance: String) throws {
        guard let (database, isMigrated) = lent.removeValue(forKey: name) else { return }
        guard isMigrated else { return try run("DROP DATABASE \(database) WITH (FORCE)", maintenance) }
        try run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'", maintenance)
        try Self.connection(Self.url(maintenance, database: database)).script(Self.emptying)
        free.append(database)
    }

    /// Without triggers, which keep the audit log from being emptied and foreign keys in order.
    private static let emptying = """
        SET session_replication_role = replica;
        DO $$ DECLARE one regclass; BEGIN
            FOR one IN SELECT oid::regclass FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                AND NOT relispartition AND relname <> 'schema_migration'
            LOOP EXECUTE 'DELETE FROM ' || one; END LOOP;
        END $$
        """

    private func template(_ maintenance: String) async throws -> String {
        if let template { return try await template.value }
        let task = Task { try await makeTemplate(maintenance) }
        template = task
        return try await task.value
    }

    private func makeTemplate(_ maintenance: String) async throws -> String {
        let name = try make("TEMPLATE template0", maintenance)
        let database = try await Database(postgres: Self.url(maintenance, database: name), application: "tests")
        try await database.migrate(Schema.migrations)
        try database.close()
        return name
    }

    private func make(_ how: String, _ maintenance: String) throws -> String {
        count += 1
        let name = "test_\(ProcessInfo.processInfo.processIdentifier)_\(count)"
        try run("CREATE DATABASE \(name) \(how)", maintenance)
        return name
    }

    private func run(_ statement: String, _ maintenance: String) throws {
        let open = try connection ?? Self.connection(maintenance)
        connection = open
        try open.script(statement)
    }

    private static func connection(_ url: String) throws -> PostgresConnection {
        try PostgresConnection(PostgresSettings(url: url, application: "tests", connections: 1, readLimit: .seconds(60)))
    }

    private static func url(_ maintenance: String, database: String) -> String {
        var components = URLComponents(string: maintenance)
        components?.path = "/\(database)"
        return components?.string ?? maintenance
    }
}
