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
}
