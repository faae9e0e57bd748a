import Foundation
import Storage
import Web

extension Connection {
    func insertUpdate(_ update: Update) throws {
        let plan = update.plan
        try run(
            """
            INSERT INTO update_release (app_id, id, platform, version, build, download_url, message, upgrade_type, remind_days, mode, buckets, ends_at,
                places, rules, networks, force_below, file_size, md5, salt, state, revision, created_at, created_by)
            VALUES (\(update.app), \(update.id), \(plan.platform), \(plan.version), \(plan.build), \(plan.downloadURL), \(plan.message),
                \(plan.upgradeType), \(plan.remindIntervalDays), \(plan.mode), \(plan.buckets), \(plan.window?.endsAt), \(plan.window?.limit),
                \(try RolloutText.write(plan.rules)), \(try RolloutText.write(plan.networks)), \(plan.forceBelow), \(plan.fileSize), \(plan.md5),
                \(update.salt), \(update.kept), \(update.revision), \(update.createdAt), \(update.createdBy))
            """
        )
    }

    /// What is drafted is replaced, and counted as a change.
    func setUpdate(_ plan: UpdatePlan, _ app: String, _ id: String) throws {
        try run(
            """
            UPDATE update_release SET platform = \(plan.platform), version = \(plan.version), build = \(plan.build),
                download_url = \(plan.downloadURL), message = \(plan.message), upgrade_type = \(plan.upgradeType),
                remind_days = \(plan.remindIntervalDays), mode = \(plan.mode), buckets = \(plan.buckets), ends_at = \(plan.window?.endsAt),
                places = \(plan.window?.limit), rules = \(try RolloutText.write(plan.rules)), networks = \(try RolloutText.write(plan.networks)),
                force_below = \(plan.forceBelow), file_size = \(plan.fileSize), md5 = \(plan.md5), revision = revision + 1
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func setUpdateState(_ state: UpdateState, _ app: String, _ id: String) throws {
        try run("UPDATE update_release SET state = \(state), revision = revision + 1 WHERE app_id = \(app) AND id = \(id)")
    }

    func publishUpdate(_ app: String, _ id: String, downloadURL: String, at time: Date) throws {
        try run("UPDATE update_release SET published_at = \(time), download_url = \(downloadURL) WHERE app_id = \(app) AND id = \(id)")
    }

    func setUpdateBuckets(_ buckets: Int, _ app: String, _ id: String) throws {
        try run("UPDATE update_release SET buckets = \(buckets), revision = revision + 1 WHERE app_id = \(app) AND id = \(id)")
    }

    func countUpdateChange(_ app: String, _ id: String) throws {
        try run("UPDATE update_release SET revision = revision + 1 WHERE app_id = \(app) AND id = \(id)")
    }

    func deleteUpdate(_ app: String, _ id: String) throws {
        try run("DELETE FROM update_release WHERE app_id = \(app) AND id = \(id)")
        try deleteRollouts(of: app, release: id)
    }

    func deleteUpdates(of app: String) throws {
        let ids: [String] = try all("SELECT id FROM update_release WHERE app_id = \(app)") { try $0[0] }
        try run("DELETE FROM update_release WHERE app_id = \(app)")
        for id in ids { try deleteRollouts(of: app, release: id) }
    }

    // MARK: looking

    func update(_ app: String, _ id: String) throws -> Update? {
        try first("\(Self.updateColumns) WHERE u.app_id = \(app) AND u.id = \(id)", Update.init)
    }

    /// Those of some ids that there are.
    func updates(_ app: String, named ids: [String]) throws -> [Update] {
        try ids.inPieces.flatMap { try all("\(Self.updateColumns) WHERE u.app_id = \(app) AND u.id IN (\(SQL.list($0)))", Update.init) }
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func updates(_ app: String, _ filter: UpdateFilter, at now: Date, before last: Cursor?, limit: Int) throws -> [Update] {
        let rest: SQL = last.map { "(u.created_at, u.id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            \(Self.updateColumns) WHERE u.app_id = \(app) AND \(filter.condition(now)) AND \(rest)
            ORDER BY u.created_at DESC, u.id DESC LIMIT \(limit)
            """,
            Update.init
        )
    }

    func countUpdates(_ app: String, _ filter: UpdateFilter, at now: Date) throws -> Int {
        try value("SELECT count(*) FROM update_release u WHERE u.app_id = \(app) AND \(filter.condition(now))") ?? 0
    }

    /// Those that devices of all apps are told of now.
    /// - Parameter app: only of this one.
    func runningUpdates(at now: Date, of app: String? = nil) throws -> [Update] {
        let one: SQL = app.map { "AND u.app_id = \($0)" } ?? ""
        return try all(
            """
            \(Self.updateColumns) WHERE u.state = 'running' AND (u.mode <> 'timeWindow' OR u.ends_at > \(now)) \(one)
            ORDER BY u.app_id, u.published_at, u.id
            """,
            Update.init
        )
    }

    /// Those of all apps whose time window was over by itself within a range.
    func updatesOver(after start: Date, to end: Date) throws -> [Update] {
        try all(
            """
            \(Self.updateColumns)
            WHERE u.state IN ('running', 'paused') AND u.mode = 'timeWindow' AND u.ends_at > \(start) AND u.ends_at <= \(end)
            ORDER BY u.ends_at, u.app_id, u.id
            """,
            Update.init
        )
    }

    /// Releases that devices are told of, or were until somebody paused them, and that install a build.
    func countUpdates(telling build: String, of app: String, at now: Date) throws -> Int {
        let count: SQL = """
            SELECT count(*) FROM update_release u WHERE u.app_id = \(app) AND u.build = \(build) AND u.state IN ('running', 'paused')
                AND (u.mode <> 'timeWindow' OR u.ends_at > \(now))
            """
        return try value(count) ?? 0
    }

    private static var updateColumns: SQL {
        """
        SELECT u.app_id, u.id, u.platform, u.version, u.build, u.download_url, u.message, u.upgrade_type, u.remind_days, u.mode, u.buckets, u.ends_at,
            u.places, u.rules, u.networks, u.force_below, u.file_size, u.md5, u.salt, u.state, u.revision, u.created_at, u.created_by, u.published_at,
            (SELECT named FROM rollout_whitelist l WHERE l.app_id = u.app_id AND l.release_id = u.id) AS named,
            (SELECT taken FROM rollout_window w WHERE w.app_id = u.app_id AND w.release_id = u.id) AS taken
        FROM update_release u
        """
    }
}

/// Which releases a list shows.
struct UpdateFilter: Sendable {
    var platform: Platform?
    var state: UpdateState?

    fileprivate func condition(_ now: Date) -> SQL {
        .all([platform.map { "u.platform = \($0)" }, state.map { Self.condition($0, now) }].compactMap { $0 })
    }

    private static func condition(_ state: UpdateState, _ now: Date) -> SQL {
        let isOver: SQL = "u.mode = 'timeWindow' AND u.ends_at <= \(now)"
        return switch state {
        case .draft, .ended: "u.state = \(state)"
        case .running, .paused: "u.state = \(state) AND NOT (\(isOver))"
        case .expired: "u.state IN ('running', 'paused') AND \(isOver)"
        }
    }
}

extension UpdatePlan {
    /// The percentage in hundredths.
    fileprivate var buckets: Int? { percentage.map { RolloutShare(percentage: $0, salt: "").limit } }

    fileprivate init(_ row: Row) throws {
        platform = try row["platform"]
        version = try row["version"]
        build = try row["build"]
        downloadURL = try row["download_url"]
        message = try row["message"]
        upgradeType = try row["upgrade_type"]
        remindIntervalDays = try row["remind_days"]
        mode = try row["mode"]
        percentage = try (row["buckets"] as Int?).map { Double($0) / 100 }
        let (end, limit) = (try row["ends_at"] as Date?, try row["places"] as Int?)
        window = end.map { RolloutWindow(endsAt: $0, limit: limit) }
        rules = try RolloutText.read(try row["rules"])
        networks = try RolloutText.read(try row["networks"])
        forceBelow = try row["force_below"]
        fileSize = try row["file_size"]
        md5 = try row["md5"]
    }
}

extension Update {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            plan: try UpdatePlan(row),
            salt: try row["salt"],
            kept: try row["state"],
            revision: try row["revision"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            publishedAt: try row["published_at"],
            named: try (row["named"] as Int?) ?? 0,
            taken: try (row["taken"] as Int?) ?? 0
        )
    }
}
