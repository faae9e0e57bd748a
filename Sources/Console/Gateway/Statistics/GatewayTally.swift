import Foundation
import Signing
import Synchronization

/// Counts calls in memory until they are written, which ``GatewayStatistics/flush()`` does every second.
final class GatewayTally: Sendable {
    private let state = Mutex(State())

    private struct State {
        var sums = GatewaySums()
        var versions = GatewayVersions()
        /// Taken, and not known to be written.
        var unwritten: [GatewayBatch] = []
        /// Names of the last ones written, which nobody will write again.
        var written: [String] = []
    }

    /// Takes some hundred nanoseconds, as it stands in the way of every device's call.
    func add(_ record: GatewayRecord) {
        state.withLock { $0.sums.add(record, version: $0.versions.counted(record)) }
    }

    /// First what could not be written, as it was; then what was counted since the last time. nil when there is nothing.
    func take() -> GatewayBatch? {
        state.withLock { state in
            if !state.unwritten.isEmpty { return state.unwritten.removeFirst() }
            guard !state.sums.isEmpty else { return nil }
            defer { (state.sums, state.written) = (GatewaySums(), []) }
            return GatewayBatch(id: Random.hex(8), sums: state.sums, written: state.written)
        }
    }

    /// Keeps what could not be written, or was and the answer did not come.
    func keep(_ batch: GatewayBatch) {
        var kept = batch
        kept.isKept = true
        state.withLock { [kept] in $0.unwritten.append(kept) }
    }

    func finish(_ batch: GatewayBatch) {
        state.withLock { $0.written.append(batch.id) }
    }
}

/// Calls that are written together, once, however often it takes.
struct GatewayBatch: Sendable {
    /// Written with them.
    let id: String
    let sums: GatewaySums
    /// Names of earlier batches that need not be remembered any more.
    let written: [String]
    /// From an earlier time.
    var isKept = false
}
