import Foundation
import Synchronization

/// Tells open pages that an app has new figures, at most once a second.
public final class TelemetryFeed: Sendable {
    private let state = Mutex(State())

    private struct State {
        var subscribers: [String: [UUID: AsyncStream<String>.Continuation]] = [:]
        /// Apps that were told less than a second ago, and whether something has changed since.
        var resting: [String: Bool] = [:]

        /// Nobody when there is nobody, or when they were told a moment ago: then they are told when the second is over.
        mutating func readers(toTell app: String) -> [AsyncStream<String>.Continuation] {
            guard let readers = subscribers[app] else { return [] }
            guard resting[app] == nil else {
                resting[app] = true
                return []
            }
            resting[app] = false
            return Array(readers.values)
        }
    }

    init() {}

    /// Yields `changed` after commits; ends when the reader goes away.
    public func subscribe(app: String) -> AsyncStream<String> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = UUID()
            state.withLock { $0.subscribers[app, default: [:]][id] = continuation }
            continuation.onTermination = { [weak self] _ in self?.leave(app, id) }
        }
    }

    private func leave(_ app: String, _ id: UUID) {
        state.withLock { state in
            state.subscribers[app]?[id] = nil
            if state.subscribers[app]?.isEmpty ?? false { state.subscribers[app] = nil }
        }
    }

    func changed(_ app: String) {
        let readers = state.withLock { $0.readers(toTell: app) }
        guard !readers.isEmpty else { return }
        for reader in readers { reader.yield("changed") }
        Task {
            try? await Task.sleep(for: .seconds(1))
            if state.withLock({ $0.resting.removeValue(forKey: app) }) ?? false { changed(app) }
        }
    }
}
