import Foundation
import Storage

extension Connection {
    /// Releases that the guard halted since a time.
    func haltedHotpatches(of apps: [String], since time: Date) throws -> [AppTally] {
        try tallies(
            """
            SELECT r.app_id, r.id, r.platform || ' #' || r.number AS title, e.at FROM hotpatch_release r
            JOIN hotpatch_event e ON e.app_id = r.app_id AND e.release_id = r.id
            WHERE r.app_id IN (\(SQL.list(apps))) AND r.state = 'halted' AND e.kind = 'halt' AND e.at >= \(time)
            """
        )
    }

    /// Releases that wait for a second person.
    func askedHotpatches(of apps: [String]) throws -> [AppTally] {
        try tallies(
            """
            SELECT r.app_id, r.id, r.platform || ' #' || r.number AS title, a.asked_at AS at FROM hotpatch_approval a
            JOIN hotpatch_release r ON r.app_id = a.app_id AND r.id = a.release_id
            WHERE a.app_id IN (\(SQL.list(apps))) AND a.state = 'asked'
            """
        )
    }
}
