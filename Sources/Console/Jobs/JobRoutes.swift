import Foundation
import Hummingbird
import Web

/// The queue of jobs, for administrators.
struct JobRoutes: Sendable {
    let jobs: Jobs

    func add(to routes: Routes) throws {
        try routes.get("jobs", "List jobs, newest first.", needs: .role(.admin), page: "nodes/jobs", view: "Jobs/list", list)
        try routes.get("jobs/{id}", "Show a job.", needs: .role(.admin), page: "nodes/jobs/{id}", view: "Jobs/show", show)
        try routes.api(.get, "jobs/{id}/log", "Lines of a job's log behind `after`, in order.", needs: .role(.admin), log)
        try routes.stream(
            "jobs/{id}/live",
            "Server-sent event `changed` whenever a job did.",
            needs: .role(.admin),
            produces: "text/event-stream",
            live
        )
        try routes.post("jobs/{id}/cancellation", "Cancel a job that has not ended.", needs: .role(.admin), cancel)
        try routes.post("jobs/{id}/retry", "Begin a job again that failed or was cancelled.", needs: .role(.admin), retry)
    }

    struct Query: Codable, Sendable {
        let state: JobState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<Job>, JobPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await jobs.list(query.state, place)
        return .show(list) { JobPage(list, query.state, Pager(list, place, context)) }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<Job, JobDetail> {
        let job = try await jobs.job(try context.parameter("id"))
        return .show(job) {
            JobDetail(job, progress: try await jobs.progress(of: job.id, page: "/nodes/jobs/\(job.id)", live: "/jobs/\(job.id)/live"))
        }
    }

    struct LogQuery: Codable, Sendable {
        let after: Int?
        let limit: Int?
    }

    @Sendable func log(_ query: LogQuery, _ context: Context) async throws -> Answer<List<JobLine>> {
        let limit = query.limit ?? 500
        guard (1...JobLog.most).contains(limit) else { throw Problem.invalid("limit", "jobs.log.limit") }
        return .show(try await jobs.lines(of: try context.parameter("id"), after: query.after ?? 0, limit: limit))
    }

    @Sendable func live(_: Request, _ context: Context) async throws -> Response {
        EventStream.response(jobs.changes(of: try await jobs.job(try context.parameter("id")).id))
    }

    @Sendable func cancel(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await jobs.cancel(try context.parameter("id"), by: context.actor)
        return .done(at: "/nodes/jobs/\(try context.parameter("id"))", flash: "jobs.cancelled")
    }

    @Sendable func retry(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await jobs.retry(try context.parameter("id"), by: context.actor)
        return .done(at: "/nodes/jobs/\(try context.parameter("id"))", flash: "jobs.retried")
    }
}
