import Foundation
import Storage

extension Connection {
    func addHotpatchEvent(_ kind: HotpatchEvent.Kind, _ note: String, _ app: String, _ id: String, at time: Date, by name: String) throws {
        let last = try value("SELECT coalesce(max(number), 0) FROM hotpatch_event WHERE app_id = \(app) AND release_id = \(id)", as: Int.self) ?? 0
        try run(
            """
            INSERT INTO hotpatch_event (app_id, release_id, number, kind, at, by_name, note)
            VALUES (\(app), \(id), \(last + 1), \(kind), \(time), \(name), \(note))
            """
        )
    }

    /// Newest first, at most so many.
    func hotpatchEvents(_ app: String, _ id: String, limit: Int) throws -> [HotpatchEvent] {
        try all(
            """
            SELECT number, kind, at, by_name, note FROM hotpatch_event WHERE app_id = \(app) AND release_id = \(id)
            ORDER BY number DESC LIMIT \(limit)
            """
        ) { HotpatchEvent(number: try $0[0], kind: try $0[1], at: try $0[2], by: try $0[3], note: try $0[4]) }
    }

    /// What changed who is given patches of a platform, newest first.
    func hotpatchMoments(_ app: String, _ platform: Platform, from: Date, to: Date, limit: Int) throws -> [HotpatchMoment] {
        let kinds: [HotpatchEvent.Kind] = [.publication, .pause, .resume, .end, .rollback, .halt, .raised, .lowered]
        return try all(
            """
            SELECT e.release_id, r.number, e.number, e.kind, e.at, e.by_name, e.note
            FROM hotpatch_event e JOIN hotpatch_release r ON r.app_id = e.app_id AND r.id = e.release_id
            WHERE e.app_id = \(app) AND r.platform = \(platform) AND e.at >= \(from) AND e.at < \(to) AND e.kind IN (\(SQL.list(kinds)))
            ORDER BY e.at DESC, e.release_id, e.number DESC LIMIT \(limit)
            """
        ) { row in
            let event = HotpatchEvent(number: try row[2], kind: try row[3], at: try row[4], by: try row[5], note: try row[6])
            return HotpatchMoment(release: try row[0], number: try row[1], event: event)
        }
    }
}

/// An event with the release that it befell.
struct HotpatchMoment: Sendable, Equatable {
    let release: String
    /// The patch version.
    let number: Int
    let event: HotpatchEvent
}
