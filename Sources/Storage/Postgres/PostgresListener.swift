import Foundation
import Synchronization

/// Hears what nodes announce, over a connection of its own that is made again whenever it is lost. It begins with the first who listens.
final class PostgresListener: Sendable {
    private let settings: PostgresSettings
    private let listeners = Listeners()
    private let state = Mutex((isRunning: false, isClosed: false))

    init(_ settings: PostgresSettings) {
        self.settings = settings
    }

    func stream() -> AsyncStream<Announcement> {
        let stream = listeners.stream()
        let starts = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { Thread.detachNewThread { [weak self] in Self.run { self } } }
        return stream
    }

    func close() {
        state.withLock { $0.isClosed = true }
        listeners.finish()
    }

    /// Between two looks the listener may go away.
    private static func run(_ listener: () -> PostgresListener?) {
        var connection: PostgresConnection?
        while let listener = listener(), !listener.state.withLock(\.isClosed) {
            do {
                if let connection {
                    try listener.hear(connection)
                } else {
                    connection = try listener.connect()
                }
            } catch {
                connection = nil
                Thread.sleep(forTimeInterval: 0.5)
            }
        }
    }

    private func connect() throws -> PostgresConnection {
        let connection = try PostgresConnection(settings)
        try connection.script("LISTEN \(PostgresEngine.channel)")
        listeners.tell(.mayHaveMissed)
        return connection
    }

    private func hear(_ connection: PostgresConnection) throws {
        for payload in try connection.notifications(waiting: .milliseconds(500)) {
            let halves = payload.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            listeners.tell(.said(topic: String(halves[0]), detail: halves.count > 1 ? String(halves[1]) : ""))
        }
    }
}
