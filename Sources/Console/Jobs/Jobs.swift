import Foundation
import Signing
import Storage
import Web

/// The queue: rows written in the transaction that causes the work, so that neither is there without the other.
public struct Jobs: Sendable {
    let database: Database
    let audit: Audit

    /// Queues a job; see ``JobKind`` for how a room uses it.
    /// - Parameters:
    ///   - once: while a job of the same kind with the same word waits or runs, another one is not queued.
    ///   - delay: until it may begin.
    /// - Returns: the job's id; nil when there is one already.
    @discardableResult
    func add<Payload>(
        _ kind: JobKind<Payload>,
        _ payload: Payload,
        app: String? = nil,
        once: String? = nil,
        after delay: Duration = .zero,
        by actor: Actor,
        in connection: Connection
    ) throws -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let new = NewJob(
            id: Random.hex(8),
            kind: kind.name,
            app: app,
            payload: String(decoding: try encoder.encode(payload), as: UTF8.self),
            once: once,
            mostAttempts: kind.mostAttempts,
            author: actor.name
        )
        return try connection.insertJob(new, after: delay) ? new.id : nil
    }

    // MARK: looking

    /// Newest first.
    func list(_ state: JobState?, _ place: ListPlace) async throws -> List<Job> {
        try await database.read { connection in
            let rows = try connection.jobs(state, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countJobs(in: state)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// - Throws: `notFound`.
    func job(_ id: String) async throws -> Job {
        guard let job = try await database.read({ try $0.job(id) }) else { throw Problem.notFound }
        return job
    }

    // MARK: what people do

    /// Of a job that runs, no effect gets in from now on; its handler is told within seconds.
    /// - Throws: `notFound`; `conflict` for one that has ended.
    func cancel(_ id: String, by actor: Actor) async throws {
        try await change(id, "job.cancel", by: actor) { job, connection in
            guard job.state.mayBeCancelled else { throw Problem(.conflict, "jobs.over") }
            try connection.cancelJob(id)
        }
    }

    /// Begins again as if it had never been tried.
    /// - Throws: `notFound`; `conflict` for one that goes on or is done, or when the same is queued again already.
    func retry(_ id: String, by actor: Actor) async throws {
        try await change(id, "job.retry", by: actor) { job, connection in
            guard job.state.mayBeRetried else { throw Problem(.conflict, "jobs.notOver") }
            guard try !connection.isQueuedAgain(id) else { throw Problem(.conflict, "jobs.again") }
            try connection.retryJob(id)
        }
    }

    private func change(
        _ id: String,
        _ action: String,
        by actor: Actor,
        _ body: @escaping @Sendable (Job, Connection) throws -> Void
    ) async throws {
        try await database.write { [audit] connection in
            guard let job = try connection.job(id) else { throw Problem.notFound }
            try body(job, connection)
            try audit.record(connection, by: actor, action, app: job.app.value, object: "\(job.kind) (\(id))")
        }
    }

    // MARK: upkeep

    /// Jobs of one purge, which holds the writer up for some tens of milliseconds.
    static let step = 5_000

    /// Forgets what was done or cancelled a week ago, and what failed a month ago.
    func purge() async throws {
        try await database.write { connection in
            let now = try connection.now()
            try connection.deleteJobs([.done, .cancelled], finishedBefore: now.addingTimeInterval(-7 * 86_400), atMost: Self.step)
            try connection.deleteJobs([.failed], finishedBefore: now.addingTimeInterval(-30 * 86_400), atMost: Self.step)
        }
    }
}

/// What is stored of a job before it is begun.
struct NewJob: Sendable {
    let id: String
    let kind: String
    let app: String?
    let payload: String
    let once: String?
    let mostAttempts: Int
    let author: String
}
