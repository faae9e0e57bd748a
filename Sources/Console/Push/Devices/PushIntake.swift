import Foundation
import Storage

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

/// What devices tell. A device is answered when its change is on disk.
final class PushIntake: Sendable {
    private let database: Database
    private let writes: GroupedWrites<PushChange, Void>

    init(database: Database) {
        self.database = database
        writes = GroupedWrites(full: { GatewayRefusal(.tooFast, "too many devices at once") }, write: { await Self.write($0, to: database) })
    }

    /// - Throws: a refusal with 1002 while too many wait, 4001 while the database is away.
    func take(_ change: PushChange) async throws {
        try await database.promptly { [writes] _ in try await writes.take(change) }
    }

    private static func write(_ group: [PushChange], to database: Database) async -> [Result<Void, any Error>] {
        do {
            // By device, so that two nodes do not wait for each other; what one device told stays in its order.
            let order = group.indices.sorted { (group[$0].device, $0) < (group[$1].device, $1) }
            try await commit(order.map { group[$0] }, to: database)
            return group.map { _ in .success(()) }
        } catch StorageError.unavailable(let message) {
            return group.map { _ in .failure(StorageError.unavailable(message)) }
        } catch {
            // One of them cannot be written, such as a token that another node is binding to another device: the others shall not suffer for it.
            var results: [Result<Void, any Error>] = []
            for change in group { results.append(await result { try await commit([change], to: database) }) }
            return results
        }
    }

    private static func commit(_ changes: [PushChange], to database: Database) async throws {
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

    private static func result(_ work: () async throws -> Void) async -> Result<Void, any Error> {
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
