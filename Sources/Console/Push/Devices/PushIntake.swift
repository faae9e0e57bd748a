import Foundation
import Storage
import Synchronization

/// One thing that a device tells of push.
enum PushChange: Sendable, Equatable {
    case binding(PushBinding)
    case unbinding(PushUnbinding)
    case report(PushReport)

    fileprivate var device: PushDeviceKey {
        switch self {
        case .binding(let binding): PushDeviceKey(app: binding.app, device: binding.device)
        case .unbinding(let unbinding): PushDeviceKey(app: unbinding.app, device: unbinding.device)
        case .report(let report): PushDeviceKey(app: report.app, device: report.device)
        }
    }
}

/// What devices tell, written by many at once: changes that come while others are being written wait and make the next transaction, so that a
/// commit is shared by as many as there are. A device is answered when its change is on disk.
final class PushIntake: Sendable {
    private let database: Database
    private let queue = Mutex(Queue())

    /// Changes in one transaction.
    private static let mostAtOnce = 500
    /// That wait at once; one more is told to come later.
    private static let longestQueue = 10_000

    private struct Waiting: Sendable {
        let change: PushChange
        let answer: CheckedContinuation<Void, any Error>
    }

    private struct Queue {
        var waiting: [Waiting] = []
        var isWriting = false
    }

    init(database: Database) {
        self.database = database
    }

    /// - Throws: a refusal with 1002 while too many wait, 4001 while the database is away.
    func take(_ change: PushChange) async throws {
        try await database.promptly { _ in try await self.write(change) }
    }

    private func write(_ change: PushChange) async throws {
        try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
            let begins = queue.withLock { queue -> Bool? in
                guard queue.waiting.count < Self.longestQueue else { return nil }
                queue.waiting.append(Waiting(change: change, answer: answer))
                defer { queue.isWriting = true }
                return !queue.isWriting
            }
            guard let begins else { return answer.resume(throwing: GatewayRefusal(.tooFast, "too many devices at once")) }
            if begins { Task { await self.writeAll() } }
        }
    }

    /// Writes until nobody waits any more.
    private func writeAll() async {
        while true {
            let group = queue.withLock { queue in
                let group = Array(queue.waiting.prefix(Self.mostAtOnce))
                queue.waiting.removeFirst(group.count)
                queue.isWriting = !group.isEmpty
                return group
            }
            if group.isEmpty { return }
            await write(group)
        }
    }

    private func write(_ group: [Waiting]) async {
        // By device, so that two nodes do not wait for each other; what one device told stays in its order.
        let group = group.enumerated().sorted { ($0.element.change.device, $0.offset) < ($1.element.change.device, $1.offset) }.map(\.element)
        do {
            try await write(group.map(\.change))
            for waiting in group { waiting.answer.resume() }
        } catch StorageError.unavailable(let message) {
            for waiting in group { waiting.answer.resume(throwing: StorageError.unavailable(message)) }
        } catch {
            // One of them cannot be written, such as a token that another node is binding to another device: the others shall not suffer for it.
            for waiting in group { waiting.answer.resume(with: await result { try await self.write([waiting.change]) }) }
        }
    }

    private func write(_ changes: [PushChange]) async throws {
        try await database.write(.readCommitted) { connection in
            var tally = PushReportTally()
            for change in changes {
                switch change {
                case .binding(let binding): try connection.bindPush(binding)
                case .unbinding(let unbinding): try connection.unbindPush(unbinding)
                case .report(let report): tally.add(try connection.markPushDelivery(report), report)
                }
            }
            try tally.raise(connection)
        }
    }

    private func result(_ work: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}

/// Reports that were new, by message and hour: a message that 100,000 devices open at once has one row to raise.
private struct PushReportTally {
    private var counts: [Key: Int] = [:]

    private struct Key: Hashable {
        let app: String
        let message: String
        let outcome: PushTallyOutcome
        let hour: Int
    }

    mutating func add(_ outcomes: [PushTallyOutcome], _ report: PushReport) {
        for outcome in outcomes {
            counts[Key(app: report.app, message: report.message, outcome: outcome, hour: report.at.milliseconds / 3_600_000), default: 0] += 1
        }
    }

    /// In the order of keys, for the same reason as the changes.
    func raise(_ connection: Connection) throws {
        let ordered = counts.sorted {
            ($0.key.app, $0.key.message, $0.key.hour, $0.key.outcome.rawValue) < ($1.key.app, $1.key.message, $1.key.hour, $1.key.outcome.rawValue)
        }
        for (key, count) in ordered {
            try connection.raisePushTally(key.app, key.message, key.outcome, "", by: count, at: Date(milliseconds: key.hour * 3_600_000))
        }
    }
}
