import Foundation
import Storage

/// The queue as workers see it. Each statement is right by itself, so transactions of these need be no more than `readCommitted`.
extension Connection {
    /// Whether a worker has something to do. Cheap enough to be asked every second.
    func hasJob(of kinds: [String]) throws -> Bool {
        let now = try now()
        let found = try value(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM job WHERE state = 'waiting' AND run_at <= \(now) AND kind IN (\(SQL.list(kinds))))
                OR EXISTS (SELECT 1 FROM job WHERE state = 'running' AND lease_until <= \(now))
            """,
            as: Int.self
        )
        return found != nil
    }

    /// Takes jobs away from runs that fell silent: a node that died, or stands still.
    func takeBackJobs() throws {
        let now = try now()
        // Those whose run is in the middle of a transaction are left alone: it is not as dead as it seems.
        let silent: SQL = "SELECT id FROM job WHERE state = 'running' AND lease_until <= \(now) {for update skip locked}"
        try run(
            """
            UPDATE job SET state = 'failed', error = 'silent', finished_at = \(now)
            WHERE id IN (\(silent)) AND attempts >= most_attempts
            """
        )
        try run("UPDATE job SET state = 'waiting', error = 'silent', run_at = \(now) WHERE id IN (\(silent))")
    }

    /// Takes the job that has been due the longest.
    func claimJob(of kinds: [String], by holder: String, for life: Duration) throws -> JobClaim? {
        let now = try now()
        var claim = try first(
            """
            UPDATE job SET state = 'running', attempts = attempts + 1, token = token + 1, holder = \(holder),
                lease_until = \(now.addingTimeInterval(life / .seconds(1))), started_at = \(now), progress = 0, step = ''
            WHERE id = (
                SELECT id FROM job WHERE state = 'waiting' AND run_at <= \(now) AND kind IN (\(SQL.list(kinds)))
                ORDER BY run_at, id LIMIT 1 {for update skip locked}
            )
            RETURNING id, kind, app_id, payload, attempts, most_attempts, token
            """
        ) { row in
            JobClaim(
                id: try row["id"],
                kind: try row["kind"],
                app: try row["app_id"],
                payload: try row["payload"],
                attempt: try row["attempts"],
                mostAttempts: try row["most_attempts"],
                token: try row["token"]
            )
        }
        if let job = claim?.id { claim?.lines = try lastJobLine(of: job) }
        return claim
    }

    /// Locked until the transaction ends, so that nobody can take it in between.
    func isCurrent(_ run: JobRun) throws -> Bool {
        try value("SELECT 1 FROM job WHERE \(Self.own(run)) {for share}", as: Int.self) != nil
    }

    /// - Returns: false when the job is not the run's any more. So for the others.
    func prolongJob(_ run: JobRun, for life: Duration, _ lines: [JobLog.Line] = []) throws -> Bool {
        let (progress, step) = run.reported
        let end = try now().addingTimeInterval(life / .seconds(1))
        let changed = try self.run("UPDATE job SET lease_until = \(end), progress = \(progress), step = \(step) WHERE \(Self.own(run))")
        guard changed == 1 else { return false }
        try insertJobLines(lines, of: run)
        return true
    }

    /// Whether nobody has begun it again: it may have ended.
    func isLastJobRun(_ run: JobRun) throws -> Bool {
        try value("SELECT 1 FROM job WHERE id = \(run.job) AND token = \(run.token) AND holder = \(run.holder) {for share}", as: Int.self) != nil
    }

    func finishJob(_ run: JobRun, result: String?) throws -> Bool {
        try self.run(
            """
            UPDATE job SET state = 'done', progress = 1000, step = '', error = NULL, result = \(result), finished_at = \(try now())
            WHERE \(Self.own(run))
            """
        ) == 1
    }

    func failJob(_ run: JobRun, _ error: String) throws {
        try self.run("UPDATE job SET state = 'failed', error = \(error), finished_at = \(try now()) WHERE \(Self.own(run))")
    }

    /// For another attempt.
    func putBackJob(_ run: JobRun, _ error: String, after pause: Duration) throws {
        let time = try now().addingTimeInterval(pause / .seconds(1))
        try self.run("UPDATE job SET state = 'waiting', error = \(error), run_at = \(time) WHERE \(Self.own(run))")
    }

    /// As if it had not been begun: its node stops.
    func returnJob(_ run: JobRun) throws {
        try self.run("UPDATE job SET state = 'waiting', attempts = attempts - 1, run_at = \(try now()) WHERE \(Self.own(run))")
    }

    private static func own(_ run: JobRun) -> SQL {
        "id = \(run.job) AND token = \(run.token) AND holder = \(run.holder) AND state = 'running'"
    }
}
