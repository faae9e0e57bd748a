import Foundation
import Storage
import Web

/// The console's own list of alerts. Read is what somebody of the team has read: the name says who.
extension Alerts {
    /// Newest first.
    func list(of app: String, _ filter: AlertFilter, _ place: ListPlace) async throws -> List<Alert> {
        try await database.read { connection in
            let rows = try connection.alerts(of: app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countAlerts(of: app, filter)) { Cursor($0.at, $0.id) }
        }
    }

    /// With what was sent of it, in order of its making.
    /// - Throws: `notFound`.
    func alert(_ id: String, of app: String) async throws -> (Alert, [AlertDelivery]) {
        try await database.read { connection in
            guard let alert = try connection.alert(app, id) else { throw Problem.notFound }
            return (alert, try connection.alertDeliveries(of: alert.id, app))
        }
    }

    /// - Throws: `notFound`.
    func markRead(_ id: String, of app: String, by actor: Actor) async throws {
        try await read(of: app, by: actor) { connection, now in
            guard try connection.alert(app, id) != nil else { throw Problem.notFound }
            return try connection.readAlerts(of: app, id, upTo: now, at: now, by: actor.name)
        }
    }

    /// - Parameter end: what came later stays unread: whoever says this has not seen it.
    func markAllRead(of app: String, upTo end: Date, by actor: Actor) async throws {
        try await read(of: app, by: actor) { connection, now in
            try connection.readAlerts(of: app, nil, upTo: end, at: now, by: actor.name)
        }
    }

    private func read(of app: String, by actor: Actor, _ body: @escaping @Sendable (Connection, Date) throws -> Int) async throws {
        try await database.write { [clock] connection in
            if try body(connection, clock.now) > 0 { try connection.changed(.alerts) }
        }
        try await refreshUnread()
    }

    /// Removes all of an app that is deleted: what waits is not sent, and no node goes on counting.
    func erase(_ app: String) async throws {
        try await database.write { connection in
            try connection.deleteAlerts(of: app)
            try connection.changed(.alerts)
        }
        try await refreshUnread()
    }

    /// Forgets what is older than ``Alert/kept`` days, a bounded step at a time.
    func purge() async throws {
        let end = clock.now.addingTimeInterval(-Double(Alert.kept) * 86_400)
        var isAll = false
        while !isAll { isAll = try await database.write { try $0.deleteAlerts(before: end, limit: 1_000) } }
        try await database.write { try $0.changed(.alerts) }
    }
}
