import Foundation
import Storage
import Web

extension Connection {
    /// Newest first.
    /// - Parameter last: the last one already shown.
    func buildRequests(_ app: String, _ filter: BuildRequestFilter, before last: Cursor?, limit: Int) throws -> [BuildRequest] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        let condition = Self.condition(app, filter)
        return try buildRequests("\(condition) AND \(rest) ORDER BY created_at DESC, id DESC LIMIT \(limit)")
    }

    func countBuildRequests(_ app: String, _ filter: BuildRequestFilter) throws -> Int {
        try value("SELECT count(*) FROM build_request WHERE \(Self.condition(app, filter))") ?? 0
    }

    private static func condition(_ app: String, _ filter: BuildRequestFilter) -> SQL {
        SQL.all(
            [
                "app_id = \(app)",
                filter.platform.map { "platform = \($0)" },
                filter.state.map { "state = \($0)" },
            ].compactMap { $0 }
        )
    }

    func buildRequest(_ id: String) throws -> BuildRequest? {
        try buildRequests("id = \(id)").first
    }

    /// Those of several ids, in no order.
    func buildRequests(withIDs ids: [String]) throws -> [BuildRequest] {
        ids.isEmpty ? [] : try buildRequests("id IN (\(SQL.list(ids)))")
    }

    /// What agents work on just now.
    func runningBuildRequests(limit: Int) throws -> [BuildRequest] {
        try buildRequests("state = 'running' ORDER BY started_at DESC, id LIMIT \(limit)")
    }

    private func buildRequests(_ condition: SQL) throws -> [BuildRequest] {
        var requests = try all("\(Self.buildRequestColumns) WHERE \(condition)", BuildRequest.init)
        let labels = try buildRequestLabels(requests.map(\.id))
        for place in requests.indices { requests[place].labels = labels[requests[place].id] ?? [] }
        return requests
    }

    private func buildRequestLabels(_ ids: [String]) throws -> [String: [String]] {
        guard !ids.isEmpty else { return [:] }
        let found = try all("SELECT request, label FROM build_request_label WHERE request IN (\(SQL.list(ids))) ORDER BY request, label") {
            (try $0[0] as String, try $0[1] as String)
        }
        return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
    }

    private static var buildRequestColumns: SQL {
        """
        SELECT id, app_id, number, platform, repository, ref_kind, ref, configuration, certificate, note, parameters, retry_of, state, attempts,
            most_attempts, agent, reason, exit_code, build, log_size, created_at, created_by, started_at, finished_at
        FROM build_request
        """
    }

    /// - Parameter new: checked and tidy.
    func insertBuildRequest(_ new: NewBuildRequest, id: String, app: String, retryOf old: String?, by author: String) throws {
        let number = try value("SELECT coalesce(max(number), 0) + 1 FROM build_request WHERE app_id = \(app)", as: Int.self) ?? 1
        let parameters = String(decoding: try JSONEncoder().encode(new.parameters ?? []), as: UTF8.self)
        try run(
            """
            INSERT INTO build_request (id, app_id, number, platform, repository, ref_kind, ref, configuration, certificate, note, parameters, retry_of,
                state, attempts, most_attempts, lease, lease_until, log_size, log_kept, created_at, created_by)
            VALUES (\(id), \(app), \(number), \(new.platform), \(new.repository), \(new.kind), \(new.ref), \(new.configuration ?? ""),
                \(new.certificate), \(new.note ?? ""), \(parameters), \(old), 'waiting', 0, \(BuildRequestLimits.attempts), '', 0, 0, 0,
                \(try now()), \(author))
            """
        )
        for label in new.labels ?? [] { try run("INSERT INTO build_request_label (request, label) VALUES (\(id), \(label))") }
    }

    /// Whoever has its lease has lost it by this.
    func endBuildRequest(_ id: String, _ state: BuildRequestState, _ outcome: BuildRequestOutcome) throws {
        try run(
            """
            UPDATE build_request SET state = \(state), lease = '', reason = \(outcome.reason), exit_code = \(outcome.exitCode),
                finished_at = \(try now())
            WHERE id = \(id)
            """
        )
    }

    /// As if it had all been a while ago: for seeds.
    /// - Parameters:
    ///   - seconds: since it was asked for.
    ///   - duration: in seconds, of one that is done.
    func backdateBuildRequest(_ id: String, by seconds: TimeInterval, lasting duration: TimeInterval) throws {
        let created = try now().addingTimeInterval(-seconds)
        let started = created.addingTimeInterval(5)
        try run("UPDATE build_request SET created_at = \(created) WHERE id = \(id)")
        try run(
            """
            UPDATE build_request SET started_at = \(started), finished_at = \(started.addingTimeInterval(duration))
            WHERE id = \(id) AND finished_at IS NOT NULL
            """
        )
    }

    /// What changes when something happened.
    func buildRequestMark(_ id: String) throws -> BuildRequestMark? {
        try first("SELECT state, attempts, log_size, build FROM build_request WHERE id = \(id)") {
            BuildRequestMark(state: try $0[0], attempts: try $0[1], logSize: try $0[2], build: try $0[3])
        }
    }
}

/// What a page shows of a request that changes.
struct BuildRequestMark: LiveMark {
    let state: BuildRequestState
    let attempts: Int
    let logSize: Int
    let build: String?

    var isOver: Bool { state.isOver }
}

extension BuildRequest {
    /// Without its labels, which are rows of their own.
    fileprivate init(_ row: Row) throws {
        let parameters: String = try row["parameters"]
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            number: try row["number"],
            platform: try row["platform"],
            source: BuildRequestSource(repository: try row["repository"], kind: try row["ref_kind"], ref: try row["ref"]),
            configuration: try row["configuration"],
            certificate: OrNull(try row["certificate"]),
            note: try row["note"],
            parameters: try JSONDecoder().decode([BuildRequestParameter].self, from: Data(parameters.utf8)),
            labels: [],
            state: try row["state"],
            attempts: try row["attempts"],
            mostAttempts: try row["most_attempts"],
            agent: OrNull(try row["agent"]),
            reason: OrNull(try row["reason"]),
            exitCode: OrNull(try row["exit_code"]),
            build: OrNull(try row["build"]),
            retryOf: OrNull(try row["retry_of"]),
            logSize: try row["log_size"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            startedAt: OrNull(try row["started_at"]),
            finishedAt: OrNull(try row["finished_at"])
        )
    }
}
