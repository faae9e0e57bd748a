import Foundation
import Storage
import Web

/// The queue as agents see it. Each statement is right by itself, so transactions of these need be no more than `readCommitted`.
extension Connection {
    // MARK: claiming

    /// Whether a claim would write anything: there is something to take, or to take back, or the agent was not seen for a while.
    func hasNews(for search: BuildAgentSearch, _ sight: BuildAgentSight) throws -> Bool {
        let now = try now()
        let found = try value(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM build_request WHERE \(Self.claimable(search)))
                OR EXISTS (SELECT 1 FROM build_request WHERE state = 'running' AND lease_until <= \(now))
                OR NOT EXISTS (
                    SELECT 1 FROM build_agent WHERE name = \(sight.name) AND platforms = \(sight.platforms) AND labels = \(sight.labels)
                        AND seen_at > \(now.addingTimeInterval(-BuildAgentLimits.exactness))
                )
            """,
            as: Int.self
        )
        return found != nil
    }

    /// Takes the request that has waited the longest.
    /// - Returns: its id; nil when there is none.
    func claimBuildRequest(_ search: BuildAgentSearch, lease: String, for life: Duration) throws -> String? {
        let now = try now()
        return try value(
            """
            UPDATE build_request SET state = 'running', attempts = attempts + 1, agent = \(search.agent), lease = \(lease),
                lease_until = \(now.addingTimeInterval(life / .seconds(1))), started_at = \(now), reason = NULL, exit_code = NULL
            WHERE id = (
                SELECT id FROM build_request WHERE \(Self.claimable(search)) ORDER BY created_at, id LIMIT 1 {for update skip locked}
            )
            RETURNING id
            """
        )
    }

    private static func claimable(_ search: BuildAgentSearch) -> SQL {
        // With nothing to compare with NOT IN would be true of no label.
        let labels = search.labels.isEmpty ? [""] : search.labels
        return SQL.all(
            [
                "state = 'waiting' AND platform IN (\(SQL.list(search.platforms)))",
                search.apps.map { "app_id IN (\(SQL.list($0)))" },
                "NOT EXISTS (SELECT 1 FROM build_request_label WHERE request = build_request.id AND label NOT IN (\(SQL.list(labels))))",
            ].compactMap { $0 }
        )
    }

    /// Takes requests away from agents that fell silent.
    func takeBackBuildRequests() throws {
        let now = try now()
        // Those that are in the middle of a transaction are left alone: their agent is not as silent as it seems.
        let silent: SQL = "SELECT id FROM build_request WHERE state = 'running' AND lease_until <= \(now) {for update skip locked}"
        try run(
            """
            UPDATE build_request SET state = 'failed', lease = '', reason = 'silent', finished_at = \(now)
            WHERE id IN (\(silent)) AND attempts >= most_attempts
            """
        )
        try run("UPDATE build_request SET state = 'waiting', lease = '', reason = 'silent' WHERE id IN (\(silent))")
    }

    // MARK: working

    /// Locked until the transaction ends.
    func lockBuildRequest(_ id: String) throws {
        _ = try value("SELECT 1 FROM build_request WHERE id = \(id) {for update}", as: Int.self)
    }

    /// - Parameter lease: the digest of what an agent shows.
    func isLeased(_ id: String, _ lease: String) throws -> Bool {
        try value("SELECT 1 FROM build_request WHERE id = \(id) AND state = 'running' AND lease = \(lease)", as: Int.self) != nil
    }

    func prolongBuildRequest(_ id: String, until time: Date) throws {
        try run("UPDATE build_request SET lease_until = \(time) WHERE id = \(id)")
    }

    /// As if it had not been begun.
    func returnBuildRequest(_ id: String) throws {
        try run("UPDATE build_request SET state = 'waiting', lease = '', attempts = attempts - 1 WHERE id = \(id)")
    }

    func attachBuild(_ build: String, to id: String) throws {
        try run("UPDATE build_request SET build = \(build) WHERE id = \(id)")
    }

    // MARK: agents

    /// - Throws: `limited` when there are too many already.
    func noteBuildAgent(_ sight: BuildAgentSight) throws {
        let now = try now()
        let known = try run(
            """
            UPDATE build_agent SET platforms = \(sight.platforms), labels = \(sight.labels), address = \(sight.address), token = \(sight.token),
                seen_at = \(now)
            WHERE name = \(sight.name)
            """
        )
        guard known == 0 else { return }
        let count = try value("SELECT count(*) FROM build_agent", as: Int.self) ?? 0
        guard count < BuildAgentLimits.agents else { throw Problem(.limited, "buildRequests.agents.many", ["limit": "\(BuildAgentLimits.agents)"]) }
        try run(
            """
            INSERT INTO build_agent (name, platforms, labels, address, token, first_at, seen_at)
            VALUES (\(sight.name), \(sight.platforms), \(sight.labels), \(sight.address), \(sight.token), \(now), \(now))
            ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at
            """
        )
    }

    func touchBuildAgent(_ name: String) throws {
        try run("UPDATE build_agent SET seen_at = \(try now()) WHERE name = \(name)")
    }

    /// Those that were seen lately first.
    func buildAgents(limit: Int) throws -> [BuildAgent] {
        try all("SELECT name, platforms, labels, address, first_at, seen_at FROM build_agent ORDER BY seen_at DESC, name LIMIT \(limit)") { row in
            BuildAgent(
                name: try row["name"],
                platforms: Self.words(try row["platforms"]).compactMap { Platform(rawValue: $0) },
                labels: Self.words(try row["labels"]),
                address: try row["address"],
                firstAt: try row["first_at"],
                seenAt: try row["seen_at"],
                request: OrNull(nil)
            )
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }

    /// As if it had been there a while ago: for seeds.
    func backdateBuildAgent(_ name: String, by seconds: TimeInterval) throws {
        let time = try now().addingTimeInterval(-seconds)
        try run("UPDATE build_agent SET first_at = \(time), seen_at = \(time) WHERE name = \(name)")
    }

    func deleteBuildAgent(_ name: String) throws {
        try run("DELETE FROM build_agent WHERE name = \(name)")
    }

    func deleteBuildAgents(seenBefore time: Date) throws {
        try run("DELETE FROM build_agent WHERE seen_at < \(time)")
    }
}
