import Foundation
import Storage
import Web

extension Connection {
    func insertHotpatch(_ hotpatch: Hotpatch) throws {
        let (plan, script) = (hotpatch.plan, hotpatch.script)
        try run(
            """
            INSERT INTO hotpatch_release (app_id, id, platform, number, target_versions, replaced, note, buckets, most_buckets, rules, format, run_at,
                guard, opens_at, ends_at, script, script_name, script_size, language, salt, state, revision, created_at, created_by,
                public_url)
            VALUES (\(hotpatch.app), \(hotpatch.id), \(plan.platform), \(hotpatch.number), \(try RolloutText.write(plan.targetVersions)), '[]',
                \(plan.note), \(plan.percentage.hotpatchBuckets), 0, \(try RolloutText.write(plan.rules)), \(plan.format), \(plan.runAt),
                \(plan.guardMode), \(plan.opensAt), \(plan.endsAt), \(script.blob), \(script.name), \(script.size), \(script.language),
                \(hotpatch.salt), \(hotpatch.kept), \(hotpatch.revision), \(hotpatch.createdAt), \(hotpatch.createdBy), '')
            """
        )
    }

    /// What is drafted is replaced, and counted as a change.
    func setHotpatch(_ plan: HotpatchPlan, _ script: HotpatchSource, _ number: Int, _ app: String, _ id: String) throws {
        try run(
            """
            UPDATE hotpatch_release SET platform = \(plan.platform), number = \(number), target_versions = \(try RolloutText.write(plan.targetVersions)),
                note = \(plan.note), buckets = \(plan.percentage.hotpatchBuckets), rules = \(try RolloutText.write(plan.rules)),
                format = \(plan.format), run_at = \(plan.runAt), guard = \(plan.guardMode), opens_at = \(plan.opensAt), ends_at = \(plan.endsAt),
                script = \(script.blob), script_name = \(script.name), script_size = \(script.size), language = \(script.language),
                revision = revision + 1
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    /// - Parameter finding: with a halt.
    func setHotpatchState(_ state: HotpatchState, finding: String? = nil, _ app: String, _ id: String) throws {
        try run(
            """
            UPDATE hotpatch_release SET state = \(state), finding = coalesce(\(finding), finding), revision = revision + 1
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func publishHotpatch(_ app: String, _ id: String, publicURL: String, at time: Date) throws {
        try run("UPDATE hotpatch_release SET published_at = \(time), public_url = \(publicURL) WHERE app_id = \(app) AND id = \(id)")
    }

    /// Written with a publication too, so that its first step above 0 and the highest are known.
    func setHotpatchPercentage(_ percentage: Double, _ app: String, _ id: String) throws {
        let buckets = percentage.hotpatchBuckets
        let first: Int? = buckets > 0 ? buckets : nil
        try run(
            """
            UPDATE hotpatch_release SET buckets = \(buckets), first_buckets = coalesce(first_buckets, \(first)),
                most_buckets = CASE WHEN most_buckets < \(buckets) THEN \(buckets) ELSE most_buckets END, revision = revision + 1
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func setHotpatchGuardMode(_ mode: HotpatchGuardMode, _ app: String, _ id: String) throws {
        try run("UPDATE hotpatch_release SET guard = \(mode), revision = revision + 1 WHERE app_id = \(app) AND id = \(id)")
    }

    func setHotpatchReplaced(_ versions: [String], _ app: String, _ id: String) throws {
        try run(
            "UPDATE hotpatch_release SET replaced = \(try RolloutText.write(versions)), revision = revision + 1 WHERE app_id = \(app) AND id = \(id)"
        )
    }

    func countHotpatchChange(_ app: String, _ id: String) throws {
        try run("UPDATE hotpatch_release SET revision = revision + 1 WHERE app_id = \(app) AND id = \(id)")
    }

    /// One publication after the other: until the transaction ends.
    func lockHotpatches(of app: String) throws {
        _ = try value("SELECT id FROM app WHERE id = \(app) {for update}", as: String.self)
    }

    func deleteHotpatch(_ app: String, _ id: String) throws {
        try run("DELETE FROM hotpatch_release WHERE app_id = \(app) AND id = \(id)")
        try deleteRollouts(of: app, release: id)
    }

    func deleteHotpatches(of app: String) throws {
        let ids: [String] = try all("SELECT id FROM hotpatch_release WHERE app_id = \(app)") { try $0[0] }
        try run("DELETE FROM hotpatch_release WHERE app_id = \(app)")
        try run("DELETE FROM hotpatch_option WHERE app_id = \(app)")
        try run("DELETE FROM hotpatch_ignored WHERE app_id = \(app)")
        for id in ids { try deleteRollouts(of: app, release: id) }
    }

    // MARK: looking

    /// - Throws: `notFound`.
    func hotpatch(_ app: String, _ id: String) throws -> Hotpatch {
        let found = try first("\(Self.hotpatchColumns) WHERE h.app_id = \(app) AND h.id = \(id)", Hotpatch.init)
        guard let found else { throw Problem.notFound }
        return found
    }

    /// Those of some ids that there are.
    func hotpatches(_ app: String, named ids: [String]) throws -> [Hotpatch] {
        try ids.inPieces.flatMap { try all("\(Self.hotpatchColumns) WHERE h.app_id = \(app) AND h.id IN (\(SQL.list($0)))", Hotpatch.init) }
    }

    func nextHotpatchNumber(_ app: String, _ platform: Platform) throws -> Int {
        try value("SELECT coalesce(max(number), 0) + 1 FROM hotpatch_release WHERE app_id = \(app) AND platform = \(platform)") ?? 1
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func hotpatches(_ app: String, _ filter: HotpatchFilter, at now: Date, before last: Cursor?, limit: Int) throws -> [Hotpatch] {
        let rest: SQL = last.map { "(h.created_at, h.id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            \(Self.hotpatchColumns) WHERE h.app_id = \(app) AND \(filter.condition(now)) AND \(rest)
            ORDER BY h.created_at DESC, h.id DESC LIMIT \(limit)
            """,
            Hotpatch.init
        )
    }

    func countHotpatches(_ app: String, _ filter: HotpatchFilter, at now: Date) throws -> Int {
        try value("SELECT count(*) FROM hotpatch_release h WHERE h.app_id = \(app) AND \(filter.condition(now))") ?? 0
    }

    /// Those of all apps whose window was over by itself within a range.
    func hotpatchesOver(after start: Date, to end: Date) throws -> [Hotpatch] {
        try all(
            """
            \(Self.hotpatchColumns) WHERE h.state IN ('running', 'paused') AND h.ends_at > \(start) AND h.ends_at <= \(end)
            ORDER BY h.ends_at, h.app_id, h.id
            """,
            Hotpatch.init
        )
    }

    /// Those of all apps that run or are paused and whose window is not over.
    /// - Parameter app: only of this one.
    func liveHotpatches(at now: Date, of app: String? = nil) throws -> [Hotpatch] {
        let one: SQL = app.map { "AND h.app_id = \($0)" } ?? ""
        return try all(
            """
            \(Self.hotpatchColumns) WHERE h.state IN ('running', 'paused') AND (h.ends_at IS NULL OR h.ends_at > \(now)) \(one)
            ORDER BY h.app_id, h.published_at, h.id
            """,
            Hotpatch.init
        )
    }

    /// Everything that was ever published, as far as devices' reports and withdrawals need it.
    func publishedHotpatches() throws -> [HotpatchKnown] {
        try all("SELECT app_id, platform, number, id, salt, most_buckets, state FROM hotpatch_release WHERE state <> 'draft'") { row in
            HotpatchKnown(
                app: try row[0],
                platform: try row[1],
                number: try row[2],
                release: try row[3],
                salt: Array("\(try row[4] as String):".utf8),
                buckets: try row[5],
                isWithdrawn: (try row[6] as HotpatchState).isWithdrawn
            )
        }
    }

    /// Scripts and packages of an app, each once.
    func hotpatchBlobs(of app: String) throws -> [BlobID] {
        try all(
            """
            SELECT script FROM hotpatch_release WHERE app_id = \(app) UNION SELECT sha256 FROM hotpatch_package WHERE app_id = \(app) ORDER BY 1
            """
        ) { try $0[0] }
    }

    private static var hotpatchColumns: SQL {
        """
        SELECT h.app_id, h.id, h.platform, h.number, h.target_versions, h.replaced, h.note, h.buckets, h.first_buckets, h.most_buckets, h.rules,
            h.format, h.run_at, h.guard, h.opens_at, h.ends_at, h.script, h.script_name, h.script_size, h.language, h.salt, h.state, h.revision,
            h.created_at, h.created_by, h.published_at, h.public_url, h.finding,
            (SELECT named FROM rollout_whitelist l WHERE l.app_id = h.app_id AND l.release_id = h.id) AS named
        FROM hotpatch_release h
        """
    }
}

/// Which releases a list shows.
struct HotpatchFilter: Sendable {
    var platform: Platform?
    var state: HotpatchState?

    fileprivate func condition(_ now: Date) -> SQL {
        .all([platform.map { "h.platform = \($0)" }, state.map { Self.condition($0, now) }].compactMap { $0 })
    }

    private static func condition(_ state: HotpatchState, _ now: Date) -> SQL {
        let isOver: SQL = "h.ends_at IS NOT NULL AND h.ends_at <= \(now)"
        return switch state {
        case .draft, .rolledBack, .halted: "h.state = \(state)"
        case .running, .paused: "h.state = \(state) AND NOT (\(isOver))"
        case .ended: "(h.state = 'ended' OR (h.state IN ('running', 'paused') AND \(isOver)))"
        }
    }
}
