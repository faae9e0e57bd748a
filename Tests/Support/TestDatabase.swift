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

/// The server that a run of tests uses.
private actor TestServer {
    static let shared = TestServer()

    private var connection: PostgresConnection?
    private var template: Task<String, any Error>?
    private var made: Set<String> = []

    func url(_ name: String, _ maintenance: String) async throws -> String {
        let template = try await template(maintenance)
        if made.insert(name).inserted { try run("CREATE DATABASE \(name) TEMPLATE \(template)", maintenance) }
        return Self.url(maintenance, database: name)
    }

    func empty(_ name: String, _ maintenance: String) throws -> String {
        if made.insert(name).inserted { try run("CREATE DATABASE \(name) TEMPLATE template0", maintenance) }
        return Self.url(maintenance, database: name)
    }

    func drop(_ name: String, _ maintenance: String) throws {
        guard made.remove(name) != nil else { return }
        try run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", maintenance)
    }

    private func template(_ maintenance: String) async throws -> String {
        if let template { return try await template.value }
        let task = Task { try await makeTemplate(maintenance) }
        template = task
        return try await task.value
    }

    private func makeTemplate(_ maintenance: String) async throws -> String {
        let name = "template_\(ProcessInfo.processInfo.processIdentifier)"
        try run("CREATE DATABASE \(name) TEMPLATE template0", maintenance)
        let database = try await Database(postgres: Self.url(maintenance, database: name), application: "tests")
        try await database.migrate(Schema.migrations)
        try database.close()
        return name
    }

    private func run(_ statement: String, _ maintenance: String) throws {
        let open = try connection ?? PostgresConnection(PostgresSettings(url: maintenance, application: "tests", connections: 1, readLimit: .seconds(60)))
        connection = open
        try open.script(statement)
    }

    private static func url(_ maintenance: String, database: String) -> String {
        var components = URLComponents(string: maintenance)
        components?.path = "/\(database)"
        return components?.string ?? maintenance
    }
}
