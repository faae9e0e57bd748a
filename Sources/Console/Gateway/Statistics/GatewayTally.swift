import Foundation
import Synchronization

/// Counts calls in memory until they are written, which ``GatewayStatistics/flush()`` does every second.
final class GatewayTally: Sendable {
    private let state = Mutex(State())

    private struct State {
        var sums = GatewaySums()
        var versions = GatewayVersions()
    }

    /// Takes some hundred nanoseconds, as it stands in the way of every device's call.
    func add(_ record: GatewayRecord) {
        state.withLock { $0.sums.add(record, version: $0.versions.counted(record)) }
    }

    /// What was counted since the last time.
    func take() -> GatewaySums {
        state.withLock { state in
            defer { state.sums = GatewaySums() }
            return state.sums
        }
    }

    /// Counts again what could not be written.
    func putBack(_ sums: GatewaySums) {
        state.withLock { state in state.sums.add(sums) }
    }
}
