import Foundation
import Storage
import Synchronization

/// Tells open pages that an app has new figures, at most once a second, whichever node took them in.
public final class TelemetryFeed: Sendable {
    private static let topic = "feed"

    private let database: Database
    /// Tells this node's own announcements from the others'.
    private let own = UUID().uuidString
    private let state = Mutex(State())

    private struct State {
        var isListening = false
        var subscribers: [String: [UUID: AsyncStream<String>.Continuation]] = [:]
        /// Apps that were told less than a second ago, and whether something has changed since.
        var resting: [String: Bool] = [:]
        /// The same of apps that were announced to other nodes.
        var announced: [String: Bool] = [:]

        /// - Returns: false when it was announced a moment ago: then it is again when the second is over.
        mutating func beginsAnnouncing(_ app: String) -> Bool {
            guard announced[app] == nil else {
                announced[app] = true
                return false
            }
            announced[app] = false
            return true
        }

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

    /// To be told after each commit. This node's readers hear of it at once, the others' by an announcement a second and app: a transaction that
    /// announces commits alone in the whole server, which would put all uploads in one line. One that is lost with its node is made up for by the next.
    func committed(_ apps: Set<String>) {
        for app in apps {
            changed(app)
            announce(app)
        }
    }

    private func announce(_ app: String) {
        guard state.withLock({ $0.beginsAnnouncing(app) }) else { return }
        Task { [own, database] in
            _ = try? await database.write(.readCommitted) { try $0.announce(Self.topic, "\(own) \(app)") }
            try? await Task.sleep(for: .seconds(1))
            if state.withLock({ $0.announced.removeValue(forKey: app) }) ?? false { announce(app) }
        }
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
        case .said(Self.topic, let detail):
            let words = detail.split(separator: " ")
            if words.count == 2, words[0] != own { changed(String(words[1])) }
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
