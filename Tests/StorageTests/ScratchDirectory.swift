import Foundation
import Storage
import TestSupport

/// A directory of its own for one test, gone when the test is.
final class ScratchDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/storage-tests-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        TestDatabase.remove(path)
    }

    /// Of SQLite, whatever the run is on.
    func database() throws -> Database {
        try Database(path: path + "/test.sqlite")
    }

    /// On the engine of the run, without a schema; the same again when it is asked again.
    func anyDatabase() async throws -> Database {
        guard TestDatabase.isPostgres else { return try database() }
        return try await Database(postgres: try await TestDatabase.empty(path), application: "tests", connections: 6)
    }
}
