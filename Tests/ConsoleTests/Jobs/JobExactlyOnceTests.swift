import Foundation
import Storage
import Testing

@testable import Console

struct JobExactlyOnceTests {
    /// 200 jobs and three workers. Some runs fail, some die without a word, and some stand still beyond their lease and then go on as if nothing
    /// had happened. Each effect happens once all the same; nothing in the table would keep it from happening twice.
    @Test func eachEffectHappensOnce() async throws {
        let room = try await NodeRoom()
        for number in 0..<200 { try await room.add(number, .stubborn) }
        let life = Duration.milliseconds(250)
        let handler = JobHandler(JobKind<SampleWork>.stubborn) { work, run in
            switch Int.random(in: 0..<20) {
            case 0: throw JobExactlyOnceFailure()
            case 1: try await self.standStill(run, room, work)
            default: try await self.write(work, run, room)
            }
        }
        let workers = ["a", "b", "c"].map { room.worker([handler], as: $0, life: life) }
        let zombies = try await self.claimForDead(room)
        let end = ContinuousClock.now + .seconds(60)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in workers {
                group.addTask {
                    while ContinuousClock.now < end, try await room.jobs.list(.done, try .init(limit: 1, cursor: nil)).total < 200 {
                        if try await !worker.tick() { try await Task.sleep(for: .milliseconds(5)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        // Those that were given up for dead come back when others have done their work.
        for zombie in zombies {
            await #expect(throws: JobLost.self) { try await self.write(SampleWork(number: -1), zombie, room) }
        }
        let effects = try await room.effects()
        #expect(effects.count == 200)
        #expect(Set(effects.map { $0.split(separator: " ")[0] }) == Set((0..<200).map { Substring("\($0)") }))
        let counts = try await room.database.read { try $0.countJobs() }
        #expect(counts == JobCounts())
    }

    /// The control: without the token's check the same zombies do get in, so the test above can fail.
    @Test func withoutTheCheckAZombieWouldGetIn() async throws {
        let room = try await NodeRoom()
        try await room.add(1)
        let zombie = try #require(try await room.claim("zombie"))
        #expect(try await eventually { try await room.worker([JobHandler(.sample) { work, run in try await self.write(work, run, room) }]).tick() })
        try await room.effect("1", by: zombie.holder)
        #expect(try await room.effects() == ["1 a", "1 zombie"])
    }

    private func write(_ work: SampleWork, _ run: JobRun, _ room: NodeRoom) async throws {
        try await room.database.write { connection in
            try connection.run("INSERT INTO effect (name, author) VALUES (\("\(work.number)"), \(run.holder))")
            try run.finish(in: connection)
        }
    }

    /// Beyond the lease, and without a beat, as SIGSTOP does it: the row is made old while the handler runs.
    private func standStill(_ run: JobRun, _ room: NodeRoom, _ work: SampleWork) async throws {
        let id = run.job
        try await Database.$guardian.withValue(nil) {
            _ = try await room.database.write(.readCommitted) { try $0.run("UPDATE job SET lease_until = 0 WHERE id = \(id)") }
        }
        await Task { try? await Task.sleep(for: .milliseconds(60)) }.value
        try await write(work, run, room)
    }

    private func claimForDead(_ room: NodeRoom) async throws -> [JobRun] {
        var runs: [JobRun] = []
        for number in 0..<5 {
            let run = try await room.database.write(.readCommitted) { connection in
                try connection.claimJob(of: [JobKind<SampleWork>.stubborn.name], by: "dead\(number)", for: .milliseconds(50))
            }
            runs.append(JobRun(try #require(run), holder: "dead\(number)"))
        }
        return runs
    }
}

private struct JobExactlyOnceFailure: Error {}
