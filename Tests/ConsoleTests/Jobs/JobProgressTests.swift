import Foundation
import HTTPTypes
import HummingbirdTesting
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct JobProgressTests {
    @Test func aPageSeesWhatAJobDoes() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let waiting = try await room.jobs.progress(of: id, page: "/p", live: "/l")
        #expect(waiting.part == "job-progress" && !waiting.isOver && waiting.elapsed == nil && waiting.lines.isEmpty && waiting.earlier == nil)
        let run = try #require(try await room.claim("a", life: .seconds(30)))
        run.report(0.25, "rebuilding")
        for number in 0..<60 { run.note("test.line", ["number": "\(number)"]) }
        #expect(try await room.database.write(.readCommitted) { try $0.prolongJob(run, for: .seconds(30), run.lines) })
        let running = try await room.jobs.progress(of: id, page: "/p", live: "/l")
        #expect(running.isRunning && running.thousandths == 250 && running.step == "rebuilding" && running.attempt == 1)
        #expect(running.lines.map(\.number) == Array((11...60).reversed()) && running.earlier == 10 && running.elapsed?.key == "jobs.elapsed.seconds")
        try await room.database.write { try run.finish("r", in: $0) }
        let done = try await room.jobs.progress(of: id, page: "/p", live: "/l")
        #expect(done.part == "job-over" && done.isOver && !done.isRunning && done.error == nil)
        await #expect(throws: Problem.notFound) { try await room.jobs.progress(of: "none", page: "", live: "") }
    }

    @Test(.timeLimit(.minutes(1))) func changesAreTellingUntilTheEnd() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        var changes = room.jobs.changes(of: id, every: .milliseconds(5)).makeAsyncIterator()
        // Once it has looked for the first time.
        try await Task.sleep(for: .milliseconds(300))
        let run = try #require(try await room.claim("a", life: .seconds(30)))
        #expect(await changes.next() == "changed")
        run.note("test.line")
        #expect(try await room.database.write(.readCommitted) { try $0.prolongJob(run, for: .seconds(30), run.lines) })
        #expect(await changes.next() == "changed")
        try await room.jobs.cancel(id, by: .console)
        #expect(await changes.next() == "changed")
        #expect(await changes.next() == nil)
    }

    @Test(.timeLimit(.minutes(1))) func whatIsOverIsSaidOnce() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        try await room.jobs.cancel(id, by: .console)
        for job in [id, "none"] {
            let changes = room.jobs.changes(of: job, every: .milliseconds(5))
            #expect(await changes.reduce(into: []) { $0.append($1) } == ["changed"])
        }
    }

    @Test func aJobHasAPageAndALog() async throws {
        try await TestConsole.run { console in
            let server = console.server
            let id = try #require(
                try await server.database.write { try server.jobs.add(.telemetryRebuild, TelemetryRebuildJob(app: "demo"), by: .local, in: $0) }
            )
            let waiting = try await console.page("/nodes/jobs/\(id)").text
            #expect(
                waiting.contains("data-live=\"/jobs/\(id)/live\"") && waiting.contains("/jobs/\(id)/cancellation") && waiting.contains("<noscript>")
            )
            #expect(try await console.page("/nodes/jobs").text.contains("href=\"/nodes/jobs/\(id)\""))
            let handler = JobHandler(JobKind<TelemetryRebuildJob>.telemetryRebuild) { _, run in
                run.note("jobs.log.full", ["most": "<b>"])
                throw JobHopeless("<i>no lines</i>")
            }
            #expect(try await JobWorker(database: server.database, holder: server.nodes.id, handlers: [handler]).tick())
            let over = try await console.page("/nodes/jobs/\(id)").text
            #expect(over.contains("第 1 次尝试开始，最多 3 次") && over.contains("超过 &lt;b&gt; 行") && over.contains("&lt;i&gt;no lines&lt;/i&gt;"))
            #expect(over.contains("id=\"job-over\"") && !over.contains("data-live=") && over.contains("/jobs/\(id)/retry"))
            #expect(try await console.page("/nodes/jobs/\(id)", language: "en").text.contains("Attempt 1 of 3 begins"))
            #expect(try await console.page("/nodes/jobs/none").status == .notFound)
        }
    }

    @Test func theLogIsReadFromWhereOneWas() async throws {
        try await TestConsole.run { console in
            let server = console.server
            let id = try #require(
                try await server.database.write { try server.jobs.add(.telemetryRebuild, TelemetryRebuildJob(app: "demo"), by: .local, in: $0) }
            )
            let handler = JobHandler(JobKind<TelemetryRebuildJob>.telemetryRebuild) { _, run in run.note("jobs.log.full", ["most": "7"]) }
            #expect(try await JobWorker(database: server.database, holder: server.nodes.id, handlers: [handler]).tick())
            let log = try await console.api(.get, "/jobs/\(id)/log").json(List<JobLine>.self)
            #expect(log.items.map(\.message.key) == ["Attempt 1 of 3 begins", "More than 7 lines are not kept"] && log.total == 2)
            let chinese = try await console.api(.get, "/jobs/\(id)/log?after=1", headers: [.acceptLanguage: "zh-CN"]).json(List<JobLine>.self)
            #expect(chinese.items.map(\.message.key) == ["超过 7 行，后面的不再保留"])
            #expect(try await console.api(.get, "/jobs/\(id)/log?limit=1").json(List<JobLine>.self).next.value == "1")
            #expect(try await console.api(.get, "/jobs/\(id)/log?limit=0").status == .unprocessableContent)
            #expect(try await console.api(.get, "/jobs/none/log").status == .notFound)
            #expect(try await console.api(.get, "/jobs/\(id)/log", token: "").status == .unauthorized)
            let live = try await console.api(.get, "/jobs/\(id)/live")
            #expect(live.text == "retry: 3000\n\nevent: changed\ndata: {}\n\n")
        }
    }
}
