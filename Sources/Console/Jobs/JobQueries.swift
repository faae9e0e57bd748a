import Foundation
import Storage
import Web

extension Connection {
    /// - Returns: false when the same is queued already.
    func insertJob(_ job: NewJob, after delay: Duration) throws -> Bool {
        let now = try now()
        let inserted = try run(
            """
            INSERT INTO job (id, kind, app_id, payload, once, state, attempts, most_attempts, run_at, holder, token, lease_until, progress, step,
                created_at, created_by)
            VALUES (\(job.id), \(job.kind), \(job.app), \(job.payload), \(job.once), 'waiting', 0, \(job.mostAttempts),
                \(now.addingTimeInterval(delay / .seconds(1))), '', 0, 0, 0, '', \(now), \(job.author))
            ON CONFLICT (kind, once) WHERE state IN ('waiting', 'running') DO NOTHING
            """
        )
        return inserted == 1
    }

    func job(_ id: String) throws -> Job? {
        try first("\(Self.jobColumns) WHERE id = \(id)", Job.init)
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func jobs(_ state: JobState?, before last: Cursor?, limit: Int) throws -> [Job] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            "\(Self.jobColumns) WHERE \(Self.condition(state)) AND \(rest) ORDER BY created_at DESC, id DESC LIMIT \(limit)",
            Job.init
        )
    }

    func countJobs(in state: JobState?) throws -> Int {
        try value("SELECT count(*) FROM job WHERE \(Self.condition(state))") ?? 0
    }

    private static func condition(_ state: JobState?) -> SQL {
        state.map { "state = \($0)" } ?? "1 = 1"
    }

    func countJobs() throws -> JobCounts {
        let rows = try all("SELECT state, count(*) AS jobs FROM job WHERE state IN ('waiting', 'running', 'failed') GROUP BY state") {
            (try $0["state"] as JobState, try $0["jobs"] as Int)
        }
        let counts = Dictionary(uniqueKeysWithValues: rows)
        return JobCounts(waiting: counts[.waiting] ?? 0, running: counts[.running] ?? 0, failed: counts[.failed] ?? 0)
    }

    private static var jobColumns: SQL {
        """
        SELECT id, kind, app_id, state, attempts, most_attempts, run_at, holder, progress, step, error, result, created_at, created_by, started_at,
            finished_at
        FROM job
        """
    }

    /// Whatever runs it has lost it by this.
    func cancelJob(_ id: String) throws {
        try run("UPDATE job SET state = 'cancelled', finished_at = \(try now()) WHERE id = \(id)")
    }

    func isQueuedAgain(_ id: String) throws -> Bool {
        let others = try value(
            """
            SELECT count(*) FROM job JOIN job AS other ON other.kind = job.kind AND other.once = job.once
            WHERE job.id = \(id) AND other.state IN ('waiting', 'running')
            """,
            as: Int.self
        )
        return others != 0
    }

    func retryJob(_ id: String) throws {
        try run(
            """
            UPDATE job SET state = 'waiting', attempts = 0, run_at = \(try now()), progress = 0, step = '', finished_at = NULL WHERE id = \(id)
            """
        )
    }

    func deleteJobs(_ states: [JobState], finishedBefore time: Date, atMost count: Int) throws {
        try run(
            """
            DELETE FROM job WHERE id IN
                (SELECT id FROM job WHERE state IN (\(SQL.list(states))) AND finished_at < \(time) LIMIT \(count))
            """
        )
    }
}

extension Job {
    fileprivate init(_ row: Row) throws {
        let holder: String = try row["holder"]
        self.init(
            id: try row["id"],
            kind: try row["kind"],
            app: OrNull(try row["app_id"]),
            state: try row["state"],
            attempts: try row["attempts"],
            mostAttempts: try row["most_attempts"],
            runAt: try row["run_at"],
            node: OrNull(holder.isEmpty ? nil : holder),
            progress: try row["progress"],
            step: try row["step"],
            error: OrNull(try row["error"]),
            result: OrNull(try row["result"]),
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            startedAt: OrNull(try row["started_at"]),
            finishedAt: OrNull(try row["finished_at"])
        )
    }
}
