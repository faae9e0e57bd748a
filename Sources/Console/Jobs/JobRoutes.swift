import Foundation
import Web

/// The queue of jobs, for administrators.
struct JobRoutes: Sendable {
    let jobs: Jobs

    func add(to routes: Routes) throws {
        try routes.get("jobs", "List jobs, newest first.", needs: .role(.admin), page: "nodes/jobs", view: "Jobs/list", list)
        try routes.api(.get, "jobs/{id}", "Show a job.", needs: .role(.admin), show)
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

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<Job> {
        .show(try await jobs.job(try context.parameter("id")))
    }

    @Sendable func cancel(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await jobs.cancel(try context.parameter("id"), by: context.actor)
        return .done(at: "/nodes/jobs", flash: "jobs.cancelled")
    }

    @Sendable func retry(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await jobs.retry(try context.parameter("id"), by: context.actor)
        return .done(at: "/nodes/jobs", flash: "jobs.retried")
    }
}
