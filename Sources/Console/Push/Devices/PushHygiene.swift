import Foundation
import Storage
import Synchronization

/// Keeps what is known of devices true: each hour it goes through all of them once, in bounded steps. First what their log lines told since, then
/// those that were not heard of for 90 days are gone, then those that ended long ago are forgotten.
final class PushHygiene: Sendable {
    private let database: Database
    private let clock: Clock
    private let state = Mutex(State())

    /// Devices in one transaction.
    static let step = 5_000
    /// Seconds from the beginning of a round to that of the next.
    private static let round = 3_600.0

    private struct State {
        var phase = Phase.resting
        var began = Date.distantPast
    }

    private enum Phase: Equatable {
        case resting
        /// Devices up to and with this one were looked at.
        case refreshing(PushDeviceKey)
        case ending
        case forgetting
    }

    init(database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
    }

    /// One step. Every 10 seconds, on one node: 1.8 million devices in an hour.
    @Sendable func tick() async throws {
        let now = clock.now
        let phase = state.withLock { state in
            if state.phase == .resting, now.timeIntervalSince(state.began) >= Self.round {
                (state.phase, state.began) = (.refreshing(.first), now)
            }
            return state.phase
        }
        let next: Phase
        switch phase {
        case .resting: return
        case .refreshing(let last): next = try await refresh(after: last, now).map(Phase.refreshing) ?? .ending
        case .ending: next = try await database.write { try $0.endSilentPushDevices(at: now, limit: Self.step) } < Self.step ? .forgetting : .ending
        case .forgetting: next = try await database.write { try $0.deletePushDevices(at: now, limit: Self.step) } < Self.step ? .resting : .forgetting
        }
        state.withLock { $0.phase = next }
    }

    /// - Returns: the last one that was looked at; nil at the end.
    private func refresh(after last: PushDeviceKey, _ now: Date) async throws -> PushDeviceKey? {
        try await database.write(.readCommitted) { connection in
            guard let through = try connection.pushDevice(behind: last, by: Self.step) else { return nil }
            try connection.refreshPushDevices(app: through.app, after: last.app == through.app ? last.device : "", through: through.device, at: now)
            return through
        }
    }
}
