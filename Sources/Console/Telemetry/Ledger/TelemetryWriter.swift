import Foundation
import Logging
import Storage
import Synchronization
import Web

/// The one writer of the ledger. Uploads that come while a group is being written wait and make the next group, so a
/// commit is shared by as many as there are, and nobody waits for company.
final class TelemetryWriter: Sendable {
    private let database: Database
    private let segments: TelemetrySegments
    private let feed: TelemetryFeed
    private let logger: Logger
    private let queue = Mutex(TelemetryQueue())
    private let seen = Mutex(TelemetrySeen())

    init(database: Database, segments: TelemetrySegments, feed: TelemetryFeed, logger: Logger) {
        self.database = database
        self.segments = segments
        self.feed = feed
        self.logger = logger
    }

    /// Why the ledger takes nothing more until the console is started again; nil while it is well.
    var failure: String? { queue.withLock(\.failure) }

    /// - Throws: `Problem` when an upload would not be taken now.
    func checkRoom() throws {
        try queue.withLock { try $0.checkRoom() }
    }

    /// Returns when the upload is on disk.
    /// - Throws: `Problem`: `conflict`, `limited` when too many wait, `unavailable` when the disk fails.
    func write(_ entry: TelemetryEntry) async throws -> TelemetryReceipt {
        try await withCheckedThrowingContinuation { answer in
            do {
                if try queue.withLock({ try $0.add(TelemetryWaiting(entry: entry, answer: answer)) }) { Task(priority: .high) { await self.run() } }
            } catch {
                answer.resume(throwing: error)
            }
        }
    }

    private func run() async {
        while let group = queue.withLock({ $0.next() }) {
            await commit(group)
        }
    }

    private func commit(_ group: [TelemetryWaiting]) async {
        let start = ContinuousClock.now
        do {
            let outcome = try await write(group.map(\.entry))
            TelemetryMetrics.record(outcome, took: ContinuousClock.now - start)
            announce(outcome, group)
            for (waiting, result) in zip(group, outcome.results) { waiting.answer.resume(with: result.mapError { $0 }) }
        } catch {
            await fail(group, error)
        }
    }

    private func write(_ entries: [TelemetryEntry]) async throws -> TelemetryGroup.Outcome {
        let group = TelemetryGroup(entries: entries, segments: segments)
        let (outcome, generation) = try await database.write { [self] connection in
            let seen = seen.withLock { $0 }
            return (try group.write(connection, seen: seen), seen.generation)
        }
        seen.withLock { $0.insert(outcome.marks, since: generation) }
        return outcome
    }

    /// Called inside the transaction that deletes what an app sent: nothing of it is surely there any more.
    func forget() {
        seen.withLock { $0.forget() }
    }

    private func announce(_ outcome: TelemetryGroup.Outcome, _ group: [TelemetryWaiting]) {
        for app in Set(outcome.fresh.map { group[$0].entry.app }) { feed.changed(app) }
    }

    /// A bad upload must not take its neighbours along, so each is tried alone; a bad disk takes everything.
    private func fail(_ group: [TelemetryWaiting], _ error: any Error) async {
        switch error {
        case StorageError.disk(let message): latch(message, group)
        case StorageError.full: refuse(group, Problem(.unavailable, "telemetry.full", retryAfter: 30))
        case _ where group.count > 1: for waiting in group { await commit([waiting]) }
        default:
            logger.error("an upload cannot be written", metadata: ["batch": "\(group[0].entry.batchID)", "error": "\(error)"])
            group[0].answer.resume(throwing: error)
        }
    }

    /// After a failed flush nobody knows what is on disk: only reading it anew, at the next start, tells.
    private func latch(_ message: String, _ group: [TelemetryWaiting]) {
        logger.critical("the ledger is closed", metadata: ["error": "\(message)"])
        let left = queue.withLock { $0.close(message) }
        refuse(group + left, .ledgerClosed)
    }

    private func refuse(_ group: [TelemetryWaiting], _ problem: Problem) {
        for waiting in group { waiting.answer.resume(throwing: problem) }
    }
}
