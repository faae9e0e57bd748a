import Foundation
import Storage
import Web

extension Connection {
    func sentryProject(_ app: String, _ platform: Platform) throws -> SentryProject? {
        let keys = try all(
            """
            SELECT public_key, state, created_at, created_by FROM sentry_key WHERE app_id = \(app) AND platform = \(platform)
            ORDER BY created_at DESC, public_key
            """
        ) { SentryKey(publicKey: try $0[0], state: try $0[1], createdAt: try $0[2], createdBy: try $0[3]) }
        return try first("SELECT number, events_a_minute FROM sentry_project WHERE app_id = \(app) AND platform = \(platform)") {
            SentryProject(app: app, platform: platform, number: try $0[0], eventsAMinute: try $0[1], keys: keys)
        }
    }

    /// - Throws: `notFound`.
    func existingSentryProject(_ app: String, _ platform: Platform) throws -> SentryProject {
        guard let project = try sentryProject(app, platform) else { throw Problem.notFound }
        return project
    }

    /// Of all apps, by key.
    func sentryDoors() throws -> [String: SentryDoor] {
        let rows = try all(
            """
            SELECT sentry_key.public_key, sentry_key.app_id, sentry_key.platform, number, state, events_a_minute FROM sentry_key
            JOIN sentry_project ON sentry_project.app_id = sentry_key.app_id AND sentry_project.platform = sentry_key.platform
            """
        ) { row in
            SentryDoor(key: try row[0], app: try row[1], platform: try row[2], number: try row[3], state: try row[4], eventsAMinute: try row[5])
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
    }

    /// Numbers are never given twice as long as the highest is there.
    func insertSentryProject(_ app: String, _ platform: Platform, at time: Date) throws {
        try run(
            """
            INSERT INTO sentry_project (app_id, platform, number, created_at)
            VALUES (\(app), \(platform), (SELECT COALESCE(MAX(number), 0) + 1 FROM sentry_project), \(time))
            """
        )
    }

    func insertSentryKey(_ app: String, _ platform: Platform, _ key: String, at time: Date, by author: String) throws {
        try run(
            """
            INSERT INTO sentry_key (app_id, platform, public_key, state, created_at, created_by)
            VALUES (\(app), \(platform), \(key), \(SentryKeyState.active), \(time), \(author))
            """
        )
    }

    func setSentryKey(_ app: String, _ platform: Platform, _ key: String, _ state: SentryKeyState) throws {
        try run("UPDATE sentry_key SET state = \(state) WHERE app_id = \(app) AND platform = \(platform) AND public_key = \(key)")
    }

    func setSentryLimit(_ app: String, _ platform: Platform, _ limit: Int) throws {
        try run("UPDATE sentry_project SET events_a_minute = \(limit) WHERE app_id = \(app) AND platform = \(platform)")
    }

    func deleteSentryProjects(_ app: String) throws {
        try run("DELETE FROM sentry_key WHERE app_id = \(app)")
        try run("DELETE FROM sentry_project WHERE app_id = \(app)")
        try deleteSentryCounts(app)
    }
}
