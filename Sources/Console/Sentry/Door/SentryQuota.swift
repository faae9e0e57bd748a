import Synchronization

/// Counts the events of each key in the minute that is running, on this node.
final class SentryQuota: Sendable {
    private let state = Mutex(State())

    private struct State {
        var minute = 0
        var events: [String: Int] = [:]
    }

    /// Counts events that came together: they pass together, as long as there is room for one.
    /// - Parameter now: ms since 1970.
    /// - Returns: seconds until there is room again; nil when there is.
    func take(_ door: SentryDoor, _ events: Int = 1, at now: Int) -> Int? {
        guard door.eventsAMinute > 0 else { return nil }
        return state.withLock { state in
            if state.minute != now / 60_000 { (state.minute, state.events) = (now / 60_000, [:]) }
            let count = state.events[door.key, default: 0]
            guard count >= door.eventsAMinute else {
                state.events[door.key] = count + events
                return nil
            }
            return max(1, (60_000 - now % 60_000 + 999) / 1_000)
        }
    }
}
