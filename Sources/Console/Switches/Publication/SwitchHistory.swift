import Foundation
import Storage
import Web

/// What was published, and who may publish.
extension Switches {
    /// Newest first.
    func publications(_ app: String, _ place: ListPlace) async throws -> List<SwitchPublication> {
        try await database.read { connection in
            let rows = try connection.switchPublications(app, before: place.cursor?.number, limit: place.limit + 1)
            return try place.page(rows, total: connection.countSwitchPublications(app)) { Cursor($0.number, "") }
        }
    }

    /// What was published up to a moment, newest first.
    func publications(_ app: String, until time: Date, limit: Int) async throws -> [SwitchPublication] {
        try await database.read { try $0.switchPublications(app, until: time, limit: limit) }
    }

    /// - Throws: `notFound`.
    func publication(_ number: Int, of app: String) async throws -> SwitchPublicationDetail {
        try await database.read { connection in
            guard let publication = try connection.switchPublication(number, of: app) else { throw Problem.notFound }
            let then = try connection.switchVersions(app, at: number)
            return SwitchPublicationDetail(
                publication: publication,
                changes: SwitchChange.between(try connection.switchVersions(app, at: number - 1), then),
                rollback: SwitchChange.between(try connection.switchVersions(app), then),
                current: try connection.lastSwitchPublication(app)
            )
        }
    }

    /// Whether who last edited a switch may publish it.
    func requireTwoPersons(_ required: Bool, of app: String, by actor: Actor) async throws {
        try await database.write { connection in
            let before = try connection.switchState(app).twoPerson
            try connection.setSwitchTwoPerson(required, of: app)
            try audit.record(
                connection,
                by: actor,
                "switch.twoPerson",
                app: app,
                object: app,
                before: ["enabled": "\(before)"],
                after: ["enabled": "\(required)"]
            )
        }
    }

    func requiresTwoPersons(_ app: String) async throws -> Bool {
        try await database.read { try $0.switchState(app).twoPerson }
    }
}
