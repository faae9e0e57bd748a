import Foundation
import Storage
import Synchronization
import Testing

@testable import Console

struct JobWorkerTests {
    private struct Failure: Error, CustomStringConvertible {
        let description = "the tool\nfell over"
    }

    @Test func aJobIsDoneWithItsEffectAndItsResult() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(7))
        let worker = room.worker([
            JobHandler(.sample) { work, run in
                #expect(run.attempt == 1)
                try await room.database.write { connection in
                    try connection.run("INSERT INTO effect (name, author) VALUES ('sum', \("\(work.number * 6)"))")
                    try run.finish("42", in: connection)
                }
            }
        ])
        #expect(try await worker.tick())
        #expect(try await !worker.tick())
        let job = try await room.jobs.job(id)
        #expect(job.state == .done && job.result.value == "42" && job.progress == 1_000 && job.attempts == 1)
        #expect(job.finishedAt.value != nil && job.node.value == "a")
        #expect(try await room.effects() == ["sum 42"])
    }

    @Test func aHandlerThatJustReturnsIsDoneToo() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        #expect(try await room.worker([JobHandler(.sample) { _, _ in }]).tick())
        #expect(try await room.jobs.job(id).state == .done)
    }

    @Test func whatWasRolledBackIsNotQueued() async throws {
        let room = try await NodeRoom()
        let jobs = room.jobs
        _ = try? await room.database.write { connection in
            try jobs.add(.sample, SampleWork(number: 1), by: .console, in: connection)
            throw Failure()
        }
        #expect(try await jobs.list(nil, try .init(limit: nil, cursor: nil)).total == 0)
    }

    @Test func theSameJobIsQueuedOnceUntilItHasEnded() async throws {
        let room = try await NodeRoom()
        #expect(try await room.add(1, once: "x") != nil)
        #expect(try await room.add(1, once: "x") == nil)
        #expect(try await room.add(1, once: "y") != nil)
        #expect(try await room.add(1, .stubborn, once: "x") != nil)
        try await room.worker([JobHandler(.sample) { _, _ in }]).run()
        #expect(try await room.add(1, once: "x") != nil)
    }

    @Test func oneForLaterWaits() async throws {
        let room = try await NodeRoom()
        try await room.add(1, after: .milliseconds(300))
        let worker = room.worker([JobHandler(.sample) { _, _ in }])
        #expect(try await !worker.tick())
        #expect(try await eventually { try await worker.tick() })
    }

    @Test func itIsTriedAgainAndThenFailsWithItsReason() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let worker = room.worker([JobHandler(.sample) { _, _ in throw Failure() }])
        #expect(try await worker.tick())
        var job = try await room.jobs.job(id)
        #expect(job.state == .waiting && job.attempts == 1 && job.error.value == #"the tool\nfell over"#)
        #expect(try await eventually { try await worker.tick() })
        #expect(try await eventually { try await worker.tick() })
        job = try await room.jobs.job(id)
        #expect(job.state == .failed && job.attempts == 3 && job.finishedAt.value != nil)
        try await Task.sleep(for: .milliseconds(50))
        #expect(try await !worker.tick())
    }

    @Test func theHopelessIsNotTriedAgain() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        #expect(try await room.worker([JobHandler(.sample) { _, _ in throw JobHopeless("no such build") }]).tick())
        let job = try await room.jobs.job(id)
        #expect(job.state == .failed && job.attempts == 1 && job.error.value == "no such build")

        try await room.database.write { try $0.run("UPDATE job SET state = 'waiting', finished_at = NULL, payload = '{}'") }
        #expect(try await room.worker([JobHandler(.sample) { _, _ in }]).tick())
        #expect(try await room.jobs.job(id).error.value == "unreadable")
    }

    @Test func aKindThatANodeDoesNotKnowIsLeftToOthers() async throws {
        let room = try await NodeRoom()
        try await room.add(1)
        #expect(try await !room.worker([]).tick())
        #expect(try await !room.worker([JobHandler(.stubborn) { _, _ in }]).tick())
        #expect(try await room.worker([JobHandler(.sample) { _, _ in }]).tick())
    }

    /// Longer than its lease: it is prolonged, and says how far it is.
    @Test func aLongJobKeepsItsLease() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let handler = JobHandler(JobKind<SampleWork>.sample) { _, run in
            run.report(0.4, "rebuilding")
            try await Task.sleep(for: .seconds(3.5))
        }
        let (a, b) = (room.worker([handler], as: "a", life: .seconds(1.5)), room.worker([handler], as: "b", life: .seconds(1.5)))
        async let ended = a.tick()
        #expect(try await eventually { try await room.jobs.job(id).progress == 400 })
        #expect(try await room.jobs.job(id).step == "rebuilding")
        try await Task.sleep(for: .seconds(1.8))
        #expect(try await !b.tick())
        #expect(try await ended)
        let job = try await room.jobs.job(id)
        #expect(job.state == .done && job.attempts == 1)
    }

    @Test func ofACancelledJobNothingGetsInAndItsHandlerIsTold() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let told = Mutex(false)
        let stubborn = JobHandler(JobKind<SampleWork>.sample) { _, _ in
            do { try await Task.sleep(for: .seconds(30)) } catch { told.withLock { $0 = true } }
            // In a task that is not cancelled, so that only the guard is in its way.
            try await Task { try await room.effect("late", by: "a") }.value
        }
        let worker = room.worker([stubborn], life: .milliseconds(500))
        async let ended = worker.tick()
        #expect(try await eventually { try await room.jobs.job(id).state == .running })
        try await room.jobs.cancel(id, by: .console)
        #expect(try await room.jobs.job(id).state == .cancelled)
        #expect(try await ended)
        #expect(told.withLock { $0 })
        #expect(try await room.effects().isEmpty)
        #expect(try await room.jobs.job(id).state == .cancelled)
    }

    /// Its node stops: somebody else begins at once, and it was no failed attempt.
    @Test func aJobThatIsInterruptedGoesBack() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        let worker = room.worker([JobHandler(.sample) { _, _ in try await Task.sleep(for: .seconds(30)) }])
        let task = Task { try await worker.tick() }
        #expect(try await eventually { try await room.jobs.job(id).state == .running })
        task.cancel()
        _ = try await task.value
        let job = try await room.jobs.job(id)
        #expect(job.state == .waiting && job.attempts == 0)
        #expect(try await room.worker([JobHandler(.sample) { _, _ in }], as: "b").tick())
    }

    /// What kills its node each time must not kill one node after the other for ever.
    @Test func aJobWhoseNodesAllFallSilentFails() async throws {
        let room = try await NodeRoom()
        let id = try #require(try await room.add(1))
        for attempt in 1...3 {
            #expect(try await eventually { try await room.claim("dead\(attempt)") != nil })
        }
        #expect(
            try await eventually {
                _ = try await room.worker([JobHandler(.sample) { _, _ in }]).tick()
                return try await room.jobs.job(id).state == .failed
            }
        )
        let job = try await room.jobs.job(id)
        #expect(job.error.value == "silent" && job.attempts == 3)
    }

    @Test func pausesDoubleUpToTheLongest() {
        let pauses = JobPauses(first: .seconds(10), longest: .seconds(60), chance: { 0 })
        #expect((1...5).map { pauses.pause(after: $0) } == [10, 20, 40, 60, 60].map { .seconds($0) })
        #expect(JobPauses(first: .seconds(10), chance: { 1 }).pause(after: 1) == .seconds(5))
        #expect(JobPauses().pause(after: .max) <= .seconds(3_600))
    }

    @Test func whatIsOverIsForgottenInTime() async throws {
        let room = try await NodeRoom()
        for number in 0..<3 { try await room.add(number) }
        let ids = try await room.jobs.list(nil, try .init(limit: nil, cursor: nil)).items.map(\.id)
        for (id, (state, days)) in zip(ids, [("done", 8), ("failed", 8), ("cancelled", 6)]) {
            let time = Date(timeIntervalSinceNow: Double(-days * 86_400))
            try await room.database.write { try $0.run("UPDATE job SET state = \(state), finished_at = \(time) WHERE id = \(id)") }
        }
        try await room.jobs.purge()
        #expect(try await room.jobs.list(nil, try .init(limit: nil, cursor: nil)).items.map(\.state) == [.failed, .cancelled])
    }
}

extension NodeRoom {
    /// As a node that dies right after.
    func claim(_ holder: String, life: Duration = .milliseconds(20)) async throws -> JobRun? {
        try await database.write(.readCommitted) { connection in
            try connection.takeBackJobs()
            return try connection.claimJob(of: [JobKind<SampleWork>.sample.name], by: holder, for: life)
        }
        .map { JobRun($0, holder: holder) }
    }
}
