import Foundation
import Logging
import Storage
import Web

/// Does jobs, one at a time; a node has a few of these.
struct JobWorker: Sendable {
    let database: Database
    /// The node's id.
    let holder: String
    private let handlers: [String: JobHandler]
    private let life: Duration
    private let pauses: JobPauses

    /// Jobs that one node does at the same time.
    static let perNode = 2
    /// How soon what a job says of itself is written down.
    private static let news = Duration.seconds(1)
    /// A node that falls silent loses its jobs after this.
    static let life = Duration.seconds(30)

    private static let logger = Logger(label: "jobs")

    /// - Parameter handlers: one a kind; jobs of other kinds are left to nodes that know them, e.g. newer ones.
    init(database: Database, holder: String, handlers: [JobHandler], life: Duration = life, pauses: JobPauses = JobPauses()) {
        self.database = database
        self.holder = holder
        self.handlers = Dictionary(uniqueKeysWithValues: handlers.map { ($0.kind, $0) })
        self.life = life
        self.pauses = pauses
    }

    /// Does all that is due. Called each second.
    func run() async throws {
        while !Task.isCancelled, try await tick() {}
    }

    /// Does the job that has been due the longest.
    /// - Returns: whether there was one.
    func tick() async throws -> Bool {
        let kinds = handlers.keys.sorted()
        // A read waits for nobody, and mostly there is nothing.
        guard try await database.read({ try $0.hasJob(of: kinds) }), let run = try await claim(kinds) else { return false }
        run.mark("jobs.log.begun", ["attempt": "\(run.attempt)", "most": "\(run.mostAttempts)"])
        let outcome = await outcome(of: run)
        // What came out is written down also when the node stops and has cancelled this task.
        try await Task { try await settle(run, outcome) }.value
        return true
    }

    private func claim(_ kinds: [String]) async throws -> JobRun? {
        try await database.write(.readCommitted) { [holder, life] connection in
            try connection.takeBackJobs()
            return try connection.claimJob(of: kinds, by: holder, for: life)
        }
        .map { JobRun($0, holder: holder) }
    }

    private enum Outcome: Sendable {
        case returned
        /// The reason as the job keeps it, and the line of its log.
        case failed(String, Message, hopeless: Bool)
        /// The job is not ours any more, or the node stops.
        case interrupted
    }

    /// The handler and the lease's beat at the same time; the one that ends first ends the other.
    private func outcome(of run: JobRun) async -> Outcome {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await perform(run) }
            group.addTask {
                await prolong(run)
                return nil
            }
            var outcome: Outcome?
            for await ended in group {
                group.cancelAll()
                outcome = outcome ?? ended
            }
            return outcome ?? .interrupted
        }
    }

    private func perform(_ run: JobRun) async -> Outcome {
        guard let handler = handlers[run.kind] else { return .interrupted }
        do {
            try await Database.$guardian.withValue(WriteGuard { try run.check($0) }) { try await handler.perform(run.payload, run) }
            return .returned
        } catch is JobLost {
            return .interrupted
        } catch {
            return Task.isCancelled ? .interrupted : .failed(Self.reason(error), Self.line(error), hopeless: error is JobHopeless)
        }
    }

    /// One short line, as the page shows it, or a word of the catalogue (`label.jobError`).
    private static func reason(_ error: any Error) -> String {
        if case StorageError.full = error { return "diskFull" }
        return String(OperationsLog.oneLine("\(error)").prefix(500))
    }

    /// Where the reason is a word of the catalogue, its sentence.
    private static func line(_ error: any Error) -> Message {
        let reason = reason(error)
        switch error {
        case StorageError.full: return Message("label.jobError.\(reason)")
        case let error as JobHopeless where error.isWord: return Message("label.jobError.\(reason)")
        default: return Message("jobs.log.failed", ["reason": reason])
        }
    }

    /// Returns when the job is lost or the handler has ended. A database that is away for the lease's life may have given the job to
    /// another node: then what the handler does elsewhere must end too.
    private func prolong(_ run: JobRun) async {
        var last = ContinuousClock.now
        while !Task.isCancelled, ContinuousClock.now - last < life {
            try? await Task.sleep(for: min(life / 10, Self.news))
            guard run.hasNews() || .now - last >= life / 10 else { continue }
            let lines = run.lines
            guard let isOurs = try? await database.write(.readCommitted, { [life] in try $0.prolongJob(run, for: life, lines) }) else { continue }
            guard isOurs else { return }
            run.wrote(lines)
            last = .now
        }
    }

    /// Touches nothing when the job is not this run's any more, as when the handler finished it.
    private func settle(_ run: JobRun, _ outcome: Outcome) async throws {
        let pause = pauses.pause(after: run.attempt)
        if case .failed(_, let line, _) = outcome { run.mark(line.key, line.arguments) }
        try await database.write(.readCommitted) { connection in
            if try connection.isLastJobRun(run) { try connection.insertJobLines(run.lines, of: run) }
            switch outcome {
            case .returned: _ = try connection.finishJob(run, result: nil)
            case .interrupted: try connection.returnJob(run)
            case .failed(let reason, _, let hopeless) where hopeless || run.isLastAttempt: try connection.failJob(run, reason)
            case .failed(let reason, _, _): try connection.putBackJob(run, reason, after: pause)
            }
        }
        if case .failed(let reason, _, _) = outcome {
            Self.logger.warning(
                "a job failed",
                metadata: ["job": "\(run.job)", "kind": "\(run.kind)", "attempt": "\(run.attempt)", "error": "\(reason)"]
            )
        }
    }
}

/// How long a job rests after it failed: twice as long each time, and by chance up to half of that less, so that jobs that failed together
/// do not come back together.
struct JobPauses: Sendable {
    var first = Duration.seconds(10)
    var longest = Duration.seconds(3_600)
    /// 0 to 1.
    var chance: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// - Parameter attempt: from 1.
    func pause(after attempt: Int) -> Duration {
        let full = min(first * (1 << min(attempt - 1, 20)), longest)
        return full * (1 - chance() / 2)
    }
}
