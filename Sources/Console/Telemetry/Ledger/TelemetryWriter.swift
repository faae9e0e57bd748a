import Logging
import Storage
import Synchronization
import Web

/// Writes the ledger, one group after the other. Uploads that come while a group is being written wait and make the next one, so a
/// commit is shared by as many as there are, and nobody waits for company.
final class TelemetryWriter: Sendable {
    private let database: Database
    private let raw: any TelemetryRaw
    private let feed: TelemetryFeed
    private let watch: TelemetryWatch?
    private let logger: Logger
    private let queue: Mutex<TelemetryQueue>
    private let memory = TelemetryMemory()
    private let lines = Atomic(0)

    /// Nobody waits longer for an answer; devices give up after 15 s.
    private static let longestWait = Duration.seconds(10)

    /// - Parameter share: of the uploads that may wait, how many writers have to share them.
    init(database: Database, raw: any TelemetryRaw, feed: TelemetryFeed, watch: TelemetryWatch?, share: Int, logger: Logger) {
        self.database = database
        self.raw = raw
        self.feed = feed
        self.watch = watch
        self.logger = logger
        queue = Mutex(TelemetryQueue(share: share, isByApp: raw.isShared))
    }

    /// Why the ledger takes nothing more until the console is started again; nil while it is well.
    var failure: String? { queue.withLock(\.failure) }

    var load: TelemetryLoad {
        let load = queue.withLock(\.load)
        return TelemetryLoad(waiting: load.count, oldest: load.oldest, lines: lines.load(ordering: .relaxed))
    }

    /// - Throws: `Problem` when an upload would not be taken now.
    func checkRoom() throws {
        try queue.withLock { try $0.checkRoom() }
    }

    /// Returns when the upload is on disk.
    /// - Throws: `Problem`: `conflict`, `limited` when too many wait, `unavailable` when disk or database fail, or take too long: then the upload
    ///   may have been counted, and is a duplicate when it comes again.
    func write(_ entry: TelemetryEntry) async throws -> TelemetryReceipt {
        try await withCheckedThrowingContinuation { answer in
            do {
                if try queue.withLock({ try $0.add(TelemetryWaiting(entry, answer)) }) { Task(priority: .high) { await self.run() } }
            } catch {
                answer.resume(throwing: error)
            }
        }
    }

    private func run() async {
        let watch = Task { await refuseLate() }
        defer { watch.cancel() }
        while let group = queue.withLock({ $0.next() }) {
            await commit(group)
        }
    }

    private func refuseLate() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            refuse(queue.withLock { $0.takeLate(Self.longestWait) }, .ledgerAway)
        }
    }

    private func commit(_ group: [TelemetryWaiting]) async {
        let start = ContinuousClock.now
        do {
            let outcome = try await write(group.map(\.entry))
            TelemetryMetrics.record(outcome, took: ContinuousClock.now - start)
            lines.add(outcome.fresh.reduce(0) { $0 + group[$1].entry.reduction.accepted }, ordering: .relaxed)
            feed.committed(Set(outcome.fresh.map { group[$0].entry.app }))
            for (waiting, result) in zip(group, outcome.results) { waiting.resume(with: result) }
        } catch {
            await fail(group, error)
        }
    }

    private func write(_ entries: [TelemetryEntry]) async throws -> TelemetryGroup.Outcome {
        let group = TelemetryGroup(entries: entries, raw: raw, watch: watch)
        let outcome = try await unpaused { [self] in
            try await database.write(.readCommitted) { [memory] in try group.write($0, memory) }
        }
        memory.insert(outcome.marks)
        return outcome
    }

    /// Most of what pauses an app is over in a moment.
    private func unpaused<Value>(_ body: () async throws -> Value) async throws -> Value {
        for _ in 0..<20 {
            do {
                return try await body()
            } catch is TelemetryPaused {
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        return try await body()
    }

    /// A bad upload must not take its neighbours along, so each is tried alone; what fails for all takes all.
    private func fail(_ group: [TelemetryWaiting], _ error: any Error) async {
        switch error {
        case StorageError.disk(let message) where !raw.isShared: latch(message, group)
        case StorageError.full: refuse(group, Problem(.unavailable, "telemetry.full", retryAfter: 30))
        case StorageError.readOnly: refuse(group, Problem(.unavailable, "operations.readOnly", retryAfter: 60))
        case is TelemetryPaused: refuse(group, .ledgerAway)
        case StorageError.unavailable, StorageError.conflict, StorageError.tooSlow, StorageError.disk: stepAside(group, error)
        case _ where group.count > 1: for waiting in group { await commit([waiting]) }
        default:
            logger.error("an upload cannot be written", metadata: ["batch": "\(group[0].entry.batchID)", "error": "\(error)"])
            group[0].resume(throwing: error)
        }
    }

    /// Whether a group was committed when the database went away is not known: its uploads are duplicates then, when they come again.
    private func stepAside(_ group: [TelemetryWaiting], _ error: any Error) {
        logger.warning("the ledger is away", metadata: ["error": "\(error)"])
        if case StorageError.unavailable = error { queue.withLock { $0.pause(for: .milliseconds(500)) } }
        refuse(group, .ledgerAway)
    }

    /// After a failed flush nobody knows what is on disk: only reading it anew, at the next start, tells.
    private func latch(_ message: String, _ group: [TelemetryWaiting]) {
        logger.critical("the ledger is closed", metadata: ["error": "\(message)"])
        let left = queue.withLock { $0.close(message) }
        refuse(group + left, .ledgerClosed)
    }

    private func refuse(_ group: [TelemetryWaiting], _ problem: Problem) {
        for waiting in group { waiting.resume(throwing: problem) }
    }
}
