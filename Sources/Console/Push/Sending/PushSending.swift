import Foundation
import Storage
import Synchronization

/// Sends what is due, on every node. That a delivery is about to be sent is committed before the request goes out, and what came of it afterwards: a
/// device gets a message at most once, whatever ends in between. What a dead node had written down is decided by ``PushInterruptions``.
final class PushSending: Sendable {
    let database: Database
    let doors: PushDoors
    /// Written beside each intent: the node's id, which is new with every start.
    let lease: String
    let clock: Clock
    let limits: PushSendingLimits
    private let stops: PushStops
    /// Whether an answer of the database was lost: what it wrote down as taken then, nobody has.
    private let isInDoubt = Mutex(false)

    init(
        database: Database,
        doors: PushDoors,
        lease: String,
        clock: Clock,
        stops: PushStops = PushStops(),
        limits: PushSendingLimits = PushSendingLimits()
    ) {
        self.database = database
        self.doors = doors
        self.lease = lease
        self.clock = clock
        self.stops = stops
        self.limits = limits
    }

    /// Sends until nothing is due and every answer is written down. Called several times a second.
    ///
    /// When the console stops nothing new is begun, and the requests under way have ``PushSendingLimits/farewell`` to be answered: they do not end
    /// with the task that calls this.
    func tick() async throws {
        try await settleDoubts()
        guard try await hasWork() else { return }
        let leave = PushLeave()
        let round = Task { await PushRound(self, leave).run() }
        try await withTaskCancellationHandler {
            try await round.value.get()
        } onCancel: {
            leave.ask()
        }
    }

    /// Between rounds nothing is under way, so what is still written down as taken by this node is lost to it.
    private func settleDoubts() async throws {
        guard isInDoubt.withLock({ $0 }) else { return }
        try await database.write(.readCommitted) { [lease, clock] in try $0.giveUpPush(of: lease, at: clock.now) }
        isInDoubt.withLock { $0 = false }
    }

    func outcome(_ errand: PushErrand, _ claim: PushClaim) async -> PushOutcome {
        stops.holds(claim) ? .again(.stopped) : await errand.run(claim)
    }

    private func hasWork() async throws -> Bool {
        let now = clock.now
        // Where there are several nodes, the others have to know of this one before it claims anything: they would take it for a dead one.
        let isKnown = database.kind == .sqlite
        return try await database.read { [lease] connection in
            if try connection.sendingPushMessages(at: now).isEmpty { return false }
            return try isKnown || connection.nodes(at: try connection.now()).contains { $0.id == lease && $0.state == .alive }
        }
    }

    /// Writes results and takes as many others, in one transaction: one flush for both.
    /// - Parameter limit: of deliveries to take.
    func exchange(_ results: [PushResult], claim limit: Int) async throws -> [PushClaim] {
        do {
            return try await write(results, claim: limit)
        } catch {
            isInDoubt.withLock { $0 = true }
            throw error
        }
    }

    private func write(_ results: [PushResult], claim limit: Int) async throws -> [PushClaim] {
        let settling = PushSettling(lease: lease, now: clock.now, chance: Double.random(in: 0...1))
        return try await database.write(.readCommitted) { [lease] connection in
            try settling.write(results, connection)
            guard limit > 0 else { return [] }
            let keys = try connection.sendingPushMessages(at: settling.now)
            var claims: [PushClaim] = []
            for (place, key) in keys.enumerated() where claims.count < limit {
                // All of them get on: each as much as is left for it and those behind it.
                let share = (limit - claims.count + keys.count - place - 1) / (keys.count - place)
                claims += try connection.claimPush(key, limit: share, lease: lease, at: settling.now)
            }
            return claims
        }
    }
}

/// Whether a sender is asked to stop.
final class PushLeave: Sendable {
    private let asked = Mutex<ContinuousClock.Instant?>(nil)

    func ask() {
        asked.withLock { $0 = $0 ?? .now }
    }

    /// Since when; nil when nobody asked.
    var since: ContinuousClock.Instant? { asked.withLock { $0 } }
}
