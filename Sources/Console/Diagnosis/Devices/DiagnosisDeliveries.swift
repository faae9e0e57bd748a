import Foundation
import Storage
import Synchronization

/// Parts of which devices were told on this node: noted in memory, written each second. What a node noted in its last second before it is killed is
/// lost, and noted again when the device asks again.
final class DiagnosisDeliveries: Sendable {
    private let state = Mutex(State())

    private static let mostWaiting = 50_000
    private static let mostAtOnce = 500
    /// Remembered as written, with the round; a forgotten one is written again, which changes nothing.
    private static let mostRemembered = 20_000

    private struct State {
        var waiting: Set<DiagnosisTold> = []
        var known: Set<DiagnosisTold> = []
    }

    func note(_ part: DiagnosisPartKey, round: Int) {
        let told = DiagnosisTold(part: part, round: round)
        state.withLock { state in
            guard state.waiting.count < Self.mostWaiting, !state.known.contains(told) else { return }
            state.waiting.insert(told)
        }
    }

    /// Each second, on each node, and at the end.
    func flush(_ database: Database, at now: Date) async throws {
        while true {
            let batch = state.withLock { Array($0.waiting.prefix(Self.mostAtOnce)) }
            if batch.isEmpty { return }
            try await database.write { try $0.noteDiagnosesDelivered(batch, at: now) }
            state.withLock { state in
                state.waiting.subtract(batch)
                if state.known.count > Self.mostRemembered { state.known = [] }
                state.known.formUnion(batch)
            }
        }
    }
}

/// A device was told of its part.
struct DiagnosisTold: Hashable, Sendable {
    let part: DiagnosisPartKey
    let round: Int
}

extension Diagnosis {
    /// Writes down which devices were told.
    @Sendable func flush() async throws {
        try await deliveries.flush(database, at: clock.now)
    }
}
