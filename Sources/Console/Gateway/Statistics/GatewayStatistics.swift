import Foundation
import Metrics
import Storage

/// The figures of the gateway: written every second, read by pages and scripts.
struct GatewayStatistics: Sendable {
    let database: Database
    let clock: Clock
    /// Told of every call.
    let tally = GatewayTally()

    private static let uncounted = Counter(label: "gateway_calls_uncounted_total")

    /// Writes what this node counted, a batch in a transaction: added to what others have written, key by key in one order, so that nodes wait for
    /// each other and none has to begin again. A batch that fails is kept, and counts once even when it was written and the answer was lost.
    func flush() async throws {
        var wasKept = true
        while wasKept, let batch = tally.take() {
            wasKept = batch.isKept
            do {
                try await database.write(.readCommitted) { [now = clock.now] in try $0.add(batch, at: now) }
            } catch {
                tally.keep(batch)
                throw error
            }
            tally.finish(batch)
            Self.uncounted.increment(by: batch.sums.uncounted)
        }
    }

    /// Removes everything that was counted of an app that is deleted. It is archived by then, so nothing of it is written any more.
    func erase(_ app: String) async throws {
        try await database.write { try $0.deleteGatewayStatistics(of: app) }
    }
}
