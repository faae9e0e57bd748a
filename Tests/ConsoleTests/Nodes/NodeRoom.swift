import Foundation
import Storage
import TestSupport

@testable import Console

/// A database of its own that several nodes share.
final class NodeRoom: Sendable {
    let database: Database
    private let directory: String

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "nodes-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        database = try await TestDatabase.open(in: directory)
        try await database.write { try $0.run("CREATE TABLE effect (name TEXT NOT NULL, author TEXT NOT NULL)") }
    }

    deinit {
        try? database.close()
        TestDatabase.remove(directory)
    }

    func file(_ name: String) -> String { "\(directory)/\(name)" }

    /// Something that must happen only while it is right; nothing in the table keeps it from happening twice.
    func effect(_ name: String, by author: String) async throws {
        try await database.write { try $0.run("INSERT INTO effect (name, author) VALUES (\(name), \(author))") }
    }

    /// Names and authors of what happened, by name.
    func effects() async throws -> [String] {
        try await database.read { connection in
            try connection.all("SELECT name, author FROM effect ORDER BY name, author") { "\(try $0[0] as String) \(try $0[1] as String)" }
        }
    }
}

/// Asks again until it is so; for what another task does in its own time.
/// - Returns: false when it was not so for 10 seconds.
func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<1_000 {
        if try await isSo() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
