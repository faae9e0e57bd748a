import Foundation
import Storage
import Testing
import Web

@testable import Console

struct JobLogTests {
    private struct Failure: Error, CustomStringConvertible {
        let description = "no such file"
    }

    private func keys(_ room: NodeRoom, _ id: String) async throws -> [String] {
        try await room.jobs.lines(of: id).items.map(\.message.key)
    }

    @Test func whatAHandlerNotesCanBeRead() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let handler = JobHandler(JobKind<SampleWork>.sample) { _, run in
            run.note("test.module", ["name": "MPCommonUI", "version": "1.0"])
            run.note("test.written")
        }
        #expect(try await room.worker([handler]).tick())
        let lines = try await room.jobs.lines(of: id)
        #expect(lines.items.map(\.message.key) == ["jobs.log.begun", "test.module", "test.written"])
        #expect(lines.items.map(\.number) == [1, 2, 3] && lines.total == 3 && lines.next.value == nil)
        #expect(lines.items[1].message.arguments == ["name": "MPCommonUI", "version": "1.0"])
        #expect(lines.items.allSatisfy { abs($0.at.timeIntervalSinceNow) < 60 })
        #expect(zip(lines.items, lines.items.dropFirst()).allSatisfy { $0.at <= $1.at })
    }

    /// While it runs, not only at the end.
    @Test func linesAreWrittenWhileTheJobRuns() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let handler = JobHandler(JobKind<SampleWork>.sample) { _, run in
            run.note("test.first")
            _ = try await eventually { try await keys(room, id).contains("test.first") }
            #expect(try await room.jobs.job(id).state == .running)
            run.note("test.second")
            try await room.database.write { try run.finish(in: $0) }
        }
        #expect(try await room.worker([handler], life: .milliseconds(500)).tick())
        #expect(try await keys(room, id) == ["jobs.log.begun", "test.first", "test.second"])
        #expect(try await room.jobs.job(id).state == .done)
    }

    @Test func anotherAttemptGoesOnBehindTheFirst() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let worker = room.worker([
            JobHandler(.sample) { _, run in
                run.note("test.attempt", ["attempt": "\(run.attempt)"])
                if run.attempt == 1 { throw Failure() }
            }
        ])
        #expect(try await worker.tick())
        #expect(try await eventually { try await worker.tick() })
        let lines = try await room.jobs.lines(of: id).items
        #expect(lines.map(\.number) == Array(1...5))
        #expect(lines.map(\.message.key) == ["jobs.log.begun", "test.attempt", "jobs.log.failed", "jobs.log.begun", "test.attempt"])
        #expect(lines[2].message.arguments["reason"] == "no such file" && lines[4].message.arguments["attempt"] == "2")
    }

    @Test func aLogIsBounded() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let handler = JobHandler(JobKind<SampleWork>.sample) { _, run in
            for number in 0..<5_000 { run.note("test.line", ["number": "\(number)", "long": String(repeating: "长", count: 5_000)]) }
            throw JobHopeless("enough")
        }
        #expect(try await room.worker([handler]).tick())
        let lines = try await room.jobs.lines(of: id, limit: 5_000).items
        #expect(lines.count == JobLog.most + 1 && lines.last?.message.key == "jobs.log.failed")
        #expect(lines[JobLog.most - 1].message.key == "jobs.log.full" && lines[JobLog.most - 2].message.arguments["number"] == "1997")
        #expect(lines[1].message.arguments["long"]?.count == 300)
        let page = try await room.jobs.lines(of: id, after: 10, limit: 20)
        #expect(page.items.map(\.number) == Array(11...30) && page.next.value == "30" && page.total == JobLog.most + 1)
    }

    /// Its node stood still, and another one did the job meanwhile.
    @Test func ofALostJobNothingIsWritten() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let lost = try #require(try await room.claim("zombie"))
        #expect(try await eventually { try await room.worker([JobHandler(.sample) { _, run in run.note("test.mine") }]).tick() })
        lost.note("test.theirs")
        #expect(try await !room.database.write(.readCommitted) { try $0.prolongJob(lost, for: .seconds(1), lost.lines) })
        #expect(try await !room.database.write(.readCommitted) { try $0.isLastJobRun(lost) })
        #expect(try await keys(room, id) == ["jobs.log.begun", "test.mine"])
    }

    @Test func linesWrittenTwiceAreThereOnce() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let run = try #require(try await room.claim("a", life: .seconds(30)))
        for number in 0..<250 { run.note("test.line", ["number": "\(number)"]) }
        let lines = run.lines
        for _ in 1...2 { #expect(try await room.database.write(.readCommitted) { try $0.prolongJob(run, for: .seconds(30), lines) }) }
        #expect(try await room.jobs.lines(of: id).total == 250)
        run.wrote(lines)
        #expect(run.lines.isEmpty)
    }

    @Test func theLogGoesWithItsJob() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        #expect(try await room.worker([JobHandler(.sample) { _, run in run.note("test.line") }]).tick())
        try await room.database.write { try $0.run("UPDATE job SET finished_at = 0 WHERE id = \(id)") }
        try await room.jobs.purge()
        #expect(try await room.database.read { try $0.value("SELECT count(*) FROM job_line", as: Int.self) } == 0)
        await #expect(throws: Problem.notFound) { try await room.jobs.lines(of: id) }
    }
}
