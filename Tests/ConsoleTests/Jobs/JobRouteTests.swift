import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct JobRouteTests {
    private func add(_ console: TestConsole, _ number: Int = 1) async throws -> String {
        let jobs = console.server.jobs
        let id = try await console.server.database.write { connection in
            try jobs.add(.telemetryRebuild, TelemetryRebuildJob(app: "demo"), by: .local, in: connection)
        }
        return try #require(id)
    }

    private func fail(_ console: TestConsole) async throws {
        let worker = JobWorker(
            database: console.server.database,
            holder: console.server.nodes.id,
            handlers: [JobHandler(.telemetryRebuild) { _, _ in throw JobHopeless("<i>no lines</i>") }]
        )
        #expect(try await worker.tick())
    }

    @Test func theQueueIsOnBothFaces() async throws {
        try await TestConsole.run { console in
            #expect(try await console.page("/nodes/jobs").text.contains("没有后台任务"))
            let id = try await add(console)
            let list = try await console.api(.get, "/jobs").json(List<Job>.self)
            #expect(list.items.map(\.id) == [id] && list.items[0].state == .waiting && list.items[0].createdBy == "local")
            #expect(try await console.api(.get, "/jobs/\(id)").json(Job.self).kind == "telemetry.rebuild")
            #expect(try await console.api(.get, "/jobs/none").status == .notFound)
            let page = try await console.page("/nodes/jobs").text
            #expect(page.contains("重新计算统计") && page.contains("等待中") && page.contains("命令行"))
            #expect(try await console.page("/nodes/jobs", language: "en").text.contains("Rebuild statistics"))
            #expect(try await console.page("/nodes/jobs?state=failed").text.contains("没有这种状态的任务"))
            #expect(try await console.page("/nodes/jobs?state=x").status == .unprocessableContent)
            #expect(try await console.api(.get, "/nodes").json(NodeOverview.self).jobs.waiting == 1)
        }
    }

    @Test func aFailedJobShowsItsReasonAndIsTakenUpAgain() async throws {
        try await TestConsole.run { console in
            let id = try await add(console)
            #expect(try await console.api(.post, "/jobs/\(id)/retry").status == .conflict)
            try await fail(console)
            let page = try await console.page("/nodes/jobs?state=failed").text
            #expect(page.contains("&lt;i&gt;no lines&lt;/i&gt;") && page.contains("/jobs/\(id)/retry"))
            let answer = try await console.submit("/jobs/\(id)/retry", [])
            #expect(answer.status == .seeOther && answer.headers[.location] == "/nodes/jobs/\(id)")
            let job = try await console.api(.get, "/jobs/\(id)").json(Job.self)
            #expect(job.state == .waiting && job.attempts == 0)
            let audit = try await console.api(.get, "/audit?action=job.retry").json(List<AuditRecord>.self)
            #expect(audit.items.map(\.object) == ["telemetry.rebuild (\(id))"])
        }
    }

    @Test func aWaitingJobIsCancelledOnce() async throws {
        try await TestConsole.run { console in
            let id = try await add(console)
            #expect(try await console.page("/nodes/jobs").text.contains("/jobs/\(id)/cancellation"))
            #expect(try await console.api(.post, "/jobs/\(id)/cancellation").status == .noContent)
            #expect(try await console.api(.post, "/jobs/\(id)/cancellation").status == .conflict)
            #expect(try await console.page("/nodes/jobs").text.contains("已取消"))
            let audit = try await console.api(.get, "/audit?action=job.cancel").json(List<AuditRecord>.self)
            #expect(audit.items.count == 1)
        }
    }

    @Test func theSameIsNotTakenUpTwice() async throws {
        try await TestConsole.run { console in
            let jobs = console.server.jobs
            @Sendable func add() async throws -> String? {
                try await console.server.database.write { connection in
                    try jobs.add(.telemetryRebuild, TelemetryRebuildJob(app: "demo"), once: "demo", by: .local, in: connection)
                }
            }
            let first = try #require(try await add())
            try await jobs.cancel(first, by: .local)
            #expect(try await add() != nil)
            #expect(try await console.api(.post, "/jobs/\(first)/retry").status == .conflict)
        }
    }

    @Test func anAppsStatisticsAreRebuiltInTheBackground() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            #expect(try await console.page("/apps/demo/log-settings").text.contains("/apps/demo/rebuild"))
            #expect(try await console.submit("/apps/demo/rebuild", []).headers[.location] == "/apps/demo/log-settings")
            #expect(try await console.api(.post, "/apps/demo/rebuild").status == .noContent)
            let jobs = try await console.api(.get, "/jobs").json(List<Job>.self).items
            #expect(jobs.map(\.app.value) == ["demo"])
            let server = console.server
            #expect(try await JobWorker(database: server.database, holder: server.nodes.id, handlers: server.jobHandlers).tick())
            #expect(try await server.jobs.job(try #require(jobs.first).id).state == .done)
            #expect(try await console.api(.post, "/apps/none/rebuild").status == .notFound)
        }
    }
}
