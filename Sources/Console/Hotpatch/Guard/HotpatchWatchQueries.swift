import Foundation
import Storage

extension Connection {
    /// Releases that are watched, of all apps.
    /// - Parameter last: the one before; nil to begin.
    func openHotpatchWatches(after last: (app: String, release: String)?, limit: Int) throws -> [(app: String, release: String)] {
        try all(
            """
            SELECT app_id, release_id FROM hotpatch_watch
            WHERE closed_at IS NULL AND (app_id, release_id) > (\(last?.app ?? ""), \(last?.release ?? "")) ORDER BY app_id, release_id LIMIT \(limit)
            """
        ) { (try $0[0], try $0[1]) }
    }

    /// To be changed in this transaction.
    func hotpatchWatch(_ app: String, _ release: String) throws -> HotpatchWatch? {
        try hotpatchWatch(app, release, "{for update}")
    }

    /// Only to be looked at.
    func readHotpatchWatch(_ app: String, _ release: String) throws -> HotpatchWatch? {
        try hotpatchWatch(app, release, "")
    }

    private func hotpatchWatch(_ app: String, _ release: String, _ lock: SQL) throws -> HotpatchWatch? {
        try first(
            """
            SELECT opened_at, closed_at, silence_hours, silence_by_hand, state FROM hotpatch_watch
            WHERE app_id = \(app) AND release_id = \(release) \(lock)
            """
        ) { row in
            HotpatchWatch(
                app: app,
                release: release,
                openedAt: try row[0],
                closedAt: try row[1],
                silenceHours: try row[2],
                silenceByHand: try row[3],
                state: try JSONDecoder().decode(HotpatchWatchState.self, from: Data((try row[4] as String).utf8))
            )
        }
    }

    func saveHotpatchWatch(_ watch: HotpatchWatch, closedAt: Date?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let state = String(decoding: try encoder.encode(watch.state), as: UTF8.self)
        try run(
            """
            UPDATE hotpatch_watch SET state = \(state), closed_at = \(closedAt) WHERE app_id = \(watch.app) AND release_id = \(watch.release)
            """
        )
        if closedAt != nil { try run("DELETE FROM hotpatch_inbox WHERE app_id = \(watch.app) AND release_id = \(watch.release)") }
    }

    /// Opens a watch that is not there yet: somebody may set it up before any device was exposed.
    func openHotpatchWatch(_ app: String, _ release: String, at time: Date) throws {
        try run(
            """
            INSERT INTO hotpatch_watch (app_id, release_id, opened_at, silence_by_hand, state) VALUES (\(app), \(release), \(time), 0, '{}')
            ON CONFLICT DO NOTHING
            """
        )
    }

    func setHotpatchSilence(_ hours: Int, byHand: Bool, _ app: String, _ release: String) throws {
        try run(
            """
            UPDATE hotpatch_watch SET silence_hours = \(hours), silence_by_hand = \(byHand) WHERE app_id = \(app) AND release_id = \(release)
            """
        )
    }

    // MARK: forgetting

    /// All that the guard knows of an app that is deleted.
    func deleteHotpatchGuard(of app: String) throws {
        for table in Self.hotpatchGuardTables { try run("DELETE FROM \(table) WHERE app_id = \(app)") }
    }

    /// All that the guard knows of a release that is no more.
    func deleteHotpatchGuard(of app: String, _ release: String) throws {
        for table in Self.hotpatchGuardTables.dropLast() { try run("DELETE FROM \(table) WHERE app_id = \(app) AND release_id = \(release)") }
    }

    /// Forgets who was in a release that was closed before a time; its numbers stay.
    /// - Returns: whether there was any.
    func forgetHotpatchDevices(closedBefore time: Date) throws -> Bool {
        let old = try first(
            """
            SELECT w.app_id, w.release_id FROM hotpatch_watch w WHERE w.closed_at < \(time) AND EXISTS (
                SELECT 1 FROM hotpatch_exposure e WHERE e.app_id = w.app_id AND e.release_id = w.release_id
            )
            """
        ) { (app: try $0[0] as String, release: try $0[1] as String) }
        guard let old else { return false }
        try run(
            """
            DELETE FROM hotpatch_exposure WHERE app_id = \(old.app) AND release_id = \(old.release) AND device IN (
                SELECT device FROM hotpatch_exposure WHERE app_id = \(old.app) AND release_id = \(old.release) LIMIT 10000
            )
            """
        )
        return true
    }

    /// Schedules, the last one, belong to no release.
    private static var hotpatchGuardTables: [SQL] {
        ["hotpatch_exposure", "hotpatch_cohort", "hotpatch_inbox", "hotpatch_watch", "hotpatch_ramp_event", "hotpatch_ramp_run", "hotpatch_ramp"]
    }
}
