import Foundation
import Storage

/// The demo's gateway: upstreams that answer with mocks, and the calls of the last two days, counted as calls are counted.
struct GatewaySeed {
    private let plans: [GatewaySeedPlan]

    /// - Parameter folder: holds `gateway.json`.
    init(folder: URL) throws {
        plans = try JSONDecoder().decode([GatewaySeedPlan].self, from: Data(contentsOf: folder.appending(path: "gateway.json")))
    }

    /// - Parameter apps: those that are new.
    func fill(_ setup: GatewaySetup, _ statistics: GatewayStatistics, _ apps: [App]) async throws {
        for plan in plans {
            guard let app = apps.first(where: { $0.id == plan.app }) else { continue }
            let past = setup.at(plan.at, in: app)
            for draft in plan.upstreams { _ = try await past.add(draft, to: app.id, isAdmin: true, by: plan.by.actor) }
            var random = TelemetrySeedRandom(seed: 1, purpose: "gateway \(plan.app)")
            for hour in (0..<48).reversed() {
                let end = statistics.clock.now.addingTimeInterval(-Double(hour) * 3_600)
                for operation in plan.operations { call(operation, plan, before: end, &random, statistics.tally) }
                // Two days by the minute are more than fit into memory between two flushes.
                try await statistics.flush()
            }
        }
    }

    private func call(
        _ operation: GatewaySeedPlan.Operation,
        _ plan: GatewaySeedPlan,
        before end: Date,
        _ random: inout TelemetrySeedRandom,
        _ tally: GatewayTally
    ) {
        let calls = Int(operation.callsPerHour * Self.busyness(end) * random.between(0.85, 1.15))
        for _ in 0..<calls { tally.add(record(operation, plan, before: end, &random)) }
    }

    /// People sleep: from 0.2 at four in the morning in Shanghai to 1 in the afternoon.
    private static func busyness(_ time: Date) -> Double {
        let hour = (time.timeIntervalSince1970 / 3_600 + 8).truncatingRemainder(dividingBy: 24)
        return 0.6 - 0.4 * cos((hour - 4) / 12 * .pi)
    }

    private func record(
        _ operation: GatewaySeedPlan.Operation,
        _ plan: GatewaySeedPlan,
        before end: Date,
        _ random: inout TelemetrySeedRandom
    ) -> GatewayRecord {
        let status = GatewaySeedPlan.status(operation, random.unit())
        // The slow ones are rare and much slower, as of any server.
        let slowness = 0.6 + 0.3 / (1.02 - random.unit())
        let waits = [.ok, .upstreamTimeout, .upstreamFailed].contains(status)
        let upstream = waits ? operation.upstreamMilliseconds.map { status == .upstreamTimeout ? 3_000 : $0 * slowness } : nil
        return GatewayRecord(
            app: plan.app,
            platform: random.chance(0.55) ? .ios : .android,
            version: plan.version(random.unit()),
            device: "demo-\(random.next() % 400)",
            operation: operation.name,
            status: status,
            reason: plan.reasons["\(status.rawValue)"] ?? "",
            at: end.addingTimeInterval(-random.between(0, 3_600)),
            gatewayMicroseconds: Int(operation.gatewayMicroseconds * slowness),
            upstreamMicroseconds: upstream.map { Int($0 * 1_000) },
            requestBytes: operation.bytes[0],
            responseBytes: status == .ok ? operation.bytes[1] : 0,
            usedOldSecret: false
        )
    }
}

extension GatewaySetup: DemoRoom {}
