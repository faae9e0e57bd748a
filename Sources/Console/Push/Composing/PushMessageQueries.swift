import Foundation
import Storage
import Web

extension Connection {
    func insertPushMessage(_ message: PushMessage) throws {
        let (plan, content) = (message.plan, message.content)
        try run(
            """
            INSERT INTO push_message (app_id, id, kind, name, title, body, data, badge, sound, silent, image_url, ttl_seconds, collapse_id, target,
                schedule, quiet_from, quiet_to, cap_count, cap_hours, parameters, state, revision, audience, window_seconds, created_at,
                created_by, frozen_at, confirmed_at, confirmed_by, sends_at, began_at, ended_at, tested_at, parent_id, occurrence)
            VALUES (\(message.app), \(message.id), \(message.kind), \(plan.name), \(content.title), \(content.body),
                \(try PushText.write(content.data)), \(content.badge), \(content.sound), \(content.silent), \(content.imageURL ?? ""),
                \(content.ttlSeconds), \(content.collapseId), \(try PushText.write(plan.target)), \(try PushText.write(plan.schedule)),
                \(plan.quiet?.from), \(plan.quiet?.to), \(plan.cap?.count), \(plan.cap?.hours), \(try PushText.write(plan.parameters)),
                \(message.state), \(message.revision), \(message.audience), \(message.window), \(message.createdAt), \(message.createdBy),
                \(message.frozenAt), \(message.confirmedAt), \(message.confirmedBy), \(message.sendsAt), \(message.beganAt),
                \(message.endedAt), \(message.testedAt), \(message.parent), \(message.occurrence))
            """
        )
    }

    /// What is drafted is replaced, and counted as a change; what was frozen and tested of it is no longer.
    func setPushPlan(_ plan: PushPlan, _ app: String, _ id: String) throws {
        let content = plan.content
        try run(
            """
            UPDATE push_message SET name = \(plan.name), title = \(content.title), body = \(content.body), data = \(try PushText.write(content.data)),
                badge = \(content.badge), sound = \(content.sound), silent = \(content.silent), image_url = \(content.imageURL ?? ""),
                ttl_seconds = \(content.ttlSeconds), collapse_id = \(content.collapseId), target = \(try PushText.write(plan.target)),
                schedule = \(try PushText.write(plan.schedule)), quiet_from = \(plan.quiet?.from), quiet_to = \(plan.quiet?.to),
                cap_count = \(plan.cap?.count), cap_hours = \(plan.cap?.hours), parameters = \(try PushText.write(plan.parameters)),
                audience = NULL, frozen_at = NULL, revision = revision + 1
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func forgetPushTest(_ app: String, _ id: String) throws {
        try run("UPDATE push_message SET tested_at = NULL WHERE app_id = \(app) AND id = \(id)")
    }

    func setPushTested(_ app: String, _ id: String, at time: Date) throws {
        try run("UPDATE push_message SET tested_at = \(time) WHERE app_id = \(app) AND id = \(id)")
    }

    func setPushAudience(_ devices: Int, _ app: String, _ id: String, at time: Date) throws {
        try run(
            "UPDATE push_message SET audience = \(devices), frozen_at = \(time), revision = revision + 1 WHERE app_id = \(app) AND id = \(id)"
        )
    }

    func setPushState(_ state: PushMessageState, _ app: String, _ id: String) throws {
        try run("UPDATE push_message SET state = \(state), revision = revision + 1 WHERE app_id = \(app) AND id = \(id)")
    }

    func confirmPushMessage(_ app: String, _ id: String, window: Int, sendsAt: Date, at time: Date, by name: String) throws {
        try run(
            """
            UPDATE push_message SET window_seconds = \(window), sends_at = \(sendsAt), confirmed_at = \(time), confirmed_by = \(name)
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    /// When the schedule looks at it again; nil for never.
    func setPushNext(_ time: Date?, _ app: String, _ id: String) throws {
        try run("UPDATE push_message SET sends_at = \(time) WHERE app_id = \(app) AND id = \(id)")
    }

    func beginPushMessage(_ app: String, _ id: String, at time: Date) throws {
        try run("UPDATE push_message SET began_at = \(time) WHERE app_id = \(app) AND id = \(id)")
    }

    func endPushMessage(_ app: String, _ id: String, at time: Date) throws {
        try run("UPDATE push_message SET ended_at = \(time), sends_at = NULL WHERE app_id = \(app) AND id = \(id)")
    }

    /// With its runs and tests.
    func deletePushMessage(_ app: String, _ id: String) throws {
        try run("DELETE FROM push_message WHERE app_id = \(app) AND (id = \(id) OR parent_id = \(id))")
    }

    func lockPushMessage(_ app: String, _ id: String) throws {
        _ = try value("SELECT id FROM push_message WHERE app_id = \(app) AND id = \(id) {for update}", as: String.self)
    }

    // MARK: looking

    /// - Throws: `notFound`.
    func pushMessage(_ app: String, _ id: String) throws -> PushMessage {
        guard let found = try pushMessageIfAny(app, id) else { throw Problem.notFound }
        return found
    }

    func pushMessageIfAny(_ app: String, _ id: String) throws -> PushMessage? {
        try first("\(Self.pushMessageColumns) WHERE app_id = \(app) AND id = \(id)", PushMessage.init)
    }

    /// Those of some ids that there are.
    func pushMessages(_ app: String, named ids: [String]) throws -> [PushMessage] {
        try ids.inPieces.flatMap { try all("\(Self.pushMessageColumns) WHERE app_id = \(app) AND id IN (\(SQL.list($0)))", PushMessage.init) }
    }

    /// Newest first, without runs and tests.
    /// - Parameter last: the last one already shown.
    func pushMessages(_ app: String, _ filter: PushMessageFilter, before last: Cursor?, limit: Int) throws -> [PushMessage] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            \(Self.pushMessageColumns) WHERE app_id = \(app) AND \(filter.condition) AND \(rest)
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """,
            PushMessage.init
        )
    }

    func countPushMessages(_ app: String, _ filter: PushMessageFilter) throws -> Int {
        try value("SELECT count(*) FROM push_message WHERE app_id = \(app) AND \(filter.condition)") ?? 0
    }

    /// Runs or tests of a message, newest first.
    func pushMessages(_ app: String, of parent: String, _ kind: PushMessageKind, limit: Int) throws -> [PushMessage] {
        try all(
            """
            \(Self.pushMessageColumns) WHERE app_id = \(app) AND parent_id = \(parent) AND kind = \(kind) ORDER BY occurrence DESC LIMIT \(limit)
            """,
            PushMessage.init
        )
    }

    /// Of a message's runs, those that are not over.
    func openPushRuns(_ app: String, of parent: String) throws -> [PushMessage] {
        try all(
            "\(Self.pushMessageColumns) WHERE app_id = \(app) AND parent_id = \(parent) AND kind = 'run' AND state = 'sending' ORDER BY occurrence",
            PushMessage.init
        )
    }

    /// Runs and tests that are under way.
    func countOpenPushChildren(_ app: String, _ parent: String) throws -> Int {
        try value("SELECT count(*) FROM push_message WHERE app_id = \(app) AND parent_id = \(parent) AND state = 'sending'") ?? 0
    }

    func countPushTests(_ app: String, of parent: String) throws -> Int {
        try value("SELECT count(*) FROM push_message WHERE app_id = \(app) AND parent_id = \(parent) AND kind = 'test'") ?? 0
    }

    /// When the test was made that is so many tests of the app ago; nil where there were fewer. It says that there is a parent for SQLite, which
    /// takes the index of runs and tests only then.
    func pushTest(_ app: String, back count: Int) throws -> Date? {
        try value(
            """
            SELECT created_at FROM push_message WHERE app_id = \(app) AND parent_id IS NOT NULL AND kind = 'test'
            ORDER BY created_at DESC LIMIT 1 OFFSET \(count - 1)
            """
        )
    }

    /// Drafts, and what is still to be sent.
    func countOpenPushMessages(_ app: String) throws -> Int {
        try value("SELECT count(*) FROM push_message WHERE app_id = \(app) AND state IN ('draft', 'confirmed', 'sending')") ?? 0
    }

    func hasPushRun(_ app: String, of parent: String, _ occurrence: Int) throws -> Bool {
        try value(
            "SELECT 1 FROM push_message WHERE app_id = \(app) AND parent_id = \(parent) AND kind = 'run' AND occurrence = \(occurrence)",
            as: Int.self
        ) != nil
    }

    /// Of all apps: confirmed or repeated ones that are due, and those under way. It begins as the index of open messages does.
    func duePushMessages(at now: Date, limit: Int) throws -> [PushMessage] {
        try all(
            """
            \(Self.pushMessageColumns)
            WHERE state IN ('confirmed', 'sending')
                AND ((state = 'confirmed' AND sends_at <= \(now)) OR (state = 'sending' AND (sends_at IS NULL OR sends_at <= \(now))))
                AND app_id IN (SELECT id FROM app WHERE archived_at IS NULL)
            ORDER BY COALESCE(began_at, sends_at), app_id, id LIMIT \(limit)
            """,
            PushMessage.init
        )
    }

    static var pushMessageColumns: SQL {
        """
        SELECT app_id, id, kind, name, title, body, data, badge, sound, silent, image_url, ttl_seconds, collapse_id, target, schedule, quiet_from,
            quiet_to, cap_count, cap_hours, parameters, state, revision, audience, window_seconds, created_at, created_by, frozen_at,
            confirmed_at, confirmed_by, sends_at, began_at, ended_at, tested_at, parent_id, occurrence
        FROM push_message
        """
    }
}

/// Which messages a list shows.
struct PushMessageFilter: Sendable {
    var state: PushMessageState?
    /// In name, title or body.
    var text: String?

    fileprivate var condition: SQL {
        let spoken: SQL? = text.map { text in
            let pattern = SQL.containing(text.lowercased())
            return "lower(name) LIKE \(pattern) ESCAPE '\\' OR lower(title) LIKE \(pattern) ESCAPE '\\' OR lower(body) LIKE \(pattern) ESCAPE '\\'"
        }
        return .all(["kind = 'message'"] + [state.map { "state = \($0)" }, spoken].compactMap { $0 })
    }
}
