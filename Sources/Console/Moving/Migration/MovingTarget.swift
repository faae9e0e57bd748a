import Foundation
import Storage

/// The PostgreSQL database that an installation moves to.
enum MovingTarget {
    /// Opens one that is empty, and makes the schema in it.
    /// - Throws: ``MovingError`` when it is not empty, `StorageError.unavailable` when it cannot be reached.
    static func open(_ url: String) async throws -> Database {
        let target = try await Database(postgres: url, application: "console migrate", connections: 4, readLimit: .seconds(600))
        do {
            let filled = try await target.read { try $0.filledTables() }
            guard filled.isEmpty else {
                throw MovingError("\(target.name) is not empty (\(filled.prefix(3).joined(separator: ", "))): \(cleaning(target.name))")
            }
            try await target.migrate(Schema.migrations)
            return target
        } catch {
            try? target.close()
            throw error
        }
    }

    /// What to do before another try.
    static func cleaning(_ name: String) -> String {
        "before another try empty \(name): drop and create the database, or DROP SCHEMA public CASCADE; CREATE SCHEMA public"
    }
}
