import Storage
import Synchronization

/// How many alerts nobody has read yet, by app: in memory, for every page has it in its sidebar.
final class AlertUnread: Sendable {
    private let counts = Mutex(ChangeCopy([String: Int]()))

    func count(of app: String) -> Int { counts.withLock { $0.content[app] ?? 0 } }

    /// Of the topic ``ChangeTopic/alerts``.
    var version: Int { counts.withLock { $0.version } }

    fileprivate func take(_ new: [String: Int], at version: Int, since before: Int) {
        counts.withLock { $0.take(new, at: version, since: before) }
    }
}

extension Alerts {
    /// Takes up what is unread; at start, and after every change by any node.
    @Sendable func refreshUnread() async throws {
        let before = unread.version
        let (version, counts) = try await database.read { (try $0.version(of: .alerts), try $0.unreadAlerts()) }
        unread.take(counts, at: version, since: before)
    }
}
