import Foundation
import Storage
import Synchronization

/// Tells open pages that an app has new figures, at most once a second, whichever node took them in.
public final class TelemetryFeed: Sendable {
    /// What a group's transaction announces, with the app.
    static let topic = "feed"

    private let database: Database
    private let state = Mutex(State())

    private struct State {
        var isListening = false
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

    init(database: Database) {
        self.database = database
    }

    /// Yields `changed` after commits; ends when the reader goes away.
    public func subscribe(app: String) -> AsyncStream<String> {
        listen()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = UUID()
            state.withLock { $0.subscribers[app, default: [:]][id] = continuation }
            continuation.onTermination = { [weak self] _ in self?.leave(app, id) }
        }
    }

    /// From the first reader on, until the database is closed.
    private func listen() {
        let isFirst = state.withLock { state in
            defer { state.isListening = true }
            return !state.isListening
        }
        guard isFirst else { return }
        let announcements = database.announcements()
        Task { [weak self] in
            for await announcement in announcements { self?.hear(announcement) }
            self?.state.withLock { $0.isListening = false }
        }
    }

    private func hear(_ announcement: Announcement) {
        switch announcement {
        case .said(Self.topic, let app): changed(app)
        case .said: break
        case .mayHaveMissed: for app in state.withLock({ Array($0.subscribers.keys) }) { changed(app) }
        }
    }

    private func leave(_ app: String, _ id: UUID) {
        state.withLock { state in
            state.subscribers[app]?[id] = nil
            if state.subscribers[app]?.isEmpty ?? false { state.subscribers[app] = nil }
        }
    }

    private func changed(_ app: String) {
        let readers = state.withLock { $0.readers(toTell: app) }
        guard !readers.isEmpty else { return }
        for reader in readers { reader.yield("changed") }
        Task {
            try? await Task.sleep(for: .seconds(1))
            if state.withLock({ $0.resting.removeValue(forKey: app) }) ?? false { changed(app) }
        }
    }
}
