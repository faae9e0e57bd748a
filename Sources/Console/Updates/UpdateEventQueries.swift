import Foundation
import Storage

extension Connection {
    func addUpdateEvent(_ kind: UpdateEvent.Kind, _ note: String, _ app: String, _ id: String, at time: Date, by name: String) throws {
        let last = try value("SELECT coalesce(max(number), 0) FROM update_event WHERE app_id = \(app) AND release_id = \(id)", as: Int.self) ?? 0
        try run(
            """
            INSERT INTO update_event (app_id, release_id, number, kind, at, by_name, note)
            VALUES (\(app), \(id), \(last + 1), \(kind), \(time), \(name), \(note))
            """
        )
    }

    /// Newest first, at most so many.
    func updateEvents(_ app: String, _ id: String, limit: Int) throws -> [UpdateEvent] {
        try all(
            """
            SELECT number, kind, at, by_name, note FROM update_event WHERE app_id = \(app) AND release_id = \(id)
            ORDER BY number DESC LIMIT \(limit)
            """
        ) { UpdateEvent(number: try $0[0], kind: try $0[1], at: try $0[2], by: try $0[3], note: try $0[4]) }
    }
}

/// An event with the release that it befell.
struct UpdateMoment: Sendable, Equatable {
    let release: String
    let version: String
    let event: UpdateEvent
}

extension Connection {
    /// What changed who is told of releases of a platform, newest first.
    func updateMoments(_ app: String, _ platform: Platform, from: Date, to: Date, limit: Int) throws -> [UpdateMoment] {
        try all(
            """
            SELECT e.release_id, r.version, e.number, e.kind, e.at, e.by_name, e.note
            FROM update_event e JOIN update_release r ON r.app_id = e.app_id AND r.id = e.release_id
            WHERE e.app_id = \(app) AND r.platform = \(platform) AND e.at >= \(from) AND e.at < \(to)
                AND e.kind NOT IN (\(UpdateEvent.Kind.created), \(UpdateEvent.Kind.edited))
            ORDER BY e.at DESC, e.release_id, e.number DESC LIMIT \(limit)
            """
        ) { row in
            let event = UpdateEvent(number: try row[2], kind: try row[3], at: try row[4], by: try row[5], note: try row[6])
            return UpdateMoment(release: try row[0], version: try row[1], event: event)
        }
    }
}
