import Foundation
import Synchronization

/// How far the device's clock is from the gateway's. Clocks of phones are set by hand, and a signature holds for ten minutes only.
final class GatewayClock: Sendable {
    private struct State {
        /// Seconds to add to the device's time.
        var correction = 0.0
        /// The `Date` of the last answer, exact to the second, and when it came by the device's time. Read only when it is needed.
        var heard: (date: String, at: Date)?
    }

    private let state = Mutex(State())

    /// - Parameter local: the device's time.
    func corrected(_ local: Date) -> Date {
        local + state.withLock { $0.correction }
    }

    /// Keeps what an answer says about the time.
    /// - Parameter date: its `Date` header.
    func hear(_ date: String?, at local: Date) {
        guard let date else { return }
        state.withLock { $0.heard = (date, local) }
    }

    /// Goes by the gateway's time from now on.
    /// - Returns: whether that changes anything worth another try.
    func adopt() -> Bool {
        state.withLock { state in
            guard let heard = state.heard, let gateway = HTTPDate.read(heard.date) else { return false }
            let correction = gateway.timeIntervalSince(heard.at)
            defer { state.correction = correction }
            return abs(correction - state.correction) > 60
        }
    }
}
