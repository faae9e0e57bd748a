import Synchronization

/// Those of this process who hear announcements.
final class Listeners: Sendable {
    private let state = Mutex(State())

    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Announcement>.Continuation] = [:]
        var isFinished = false
    }

    /// Everything told from now on; whoever does not keep up misses the oldest, and hears the newest.
    func stream() -> AsyncStream<Announcement> {
        let (stream, continuation) = AsyncStream.makeStream(of: Announcement.self, bufferingPolicy: .bufferingNewest(1_024))
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    func tell(_ announcement: Announcement) {
        let all = state.withLock { Array($0.listeners.values) }
        for continuation in all {
            // Losing one of them is no harm as long as the listener knows that it did.
            if case .dropped = continuation.yield(announcement) { continuation.yield(.mayHaveMissed) }
        }
    }

    /// Ends every stream, because the database is closed.
    func finish() {
        let all = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for continuation in all { continuation.finish() }
    }

    private func remove(_ number: Int) {
        state.withLock { $0.listeners[number] = nil }
    }
}
