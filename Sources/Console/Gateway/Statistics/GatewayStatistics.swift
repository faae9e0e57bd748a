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

    /// Writes what this node counted, in one transaction: added to what others have written, key by key in one order, so that nodes wait for each
    /// other and none has to begin again. What cannot be written is counted again.
    func flush() async throws {
        let sums = tally.take()
        guard !sums.isEmpty else { return }
        do {
            try await database.write(.readCommitted) { try $0.add(sums) }
        } catch {
            tally.putBack(sums)
            throw error
        }
        Self.uncounted.increment(by: sums.uncounted)
    }

    /// Removes everything that was counted of an app that is deleted. It is archived by then, so nothing of it is written any more.
    func erase(_ app: String) async throws {
        try await database.write { try $0.deleteGatewayStatistics(of: app) }
    }
}
