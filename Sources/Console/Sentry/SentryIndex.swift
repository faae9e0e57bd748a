import Synchronization
import Web

/// All keys in memory, so that an SDK's request finds its app without SQL.
final class SentryIndex: Sendable {
    private let state = Mutex(ChangeCopy([String: SentryDoor]()))

    func door(_ key: String) -> SentryDoor? {
        state.withLock { $0.content[key] }
    }

    /// Of the topic ``ChangeTopic/sentry``.
    var version: Int { state.withLock { $0.version } }

    func replace(_ doors: [String: SentryDoor], at version: Int, since before: Int = -1) {
        state.withLock { $0.take(doors, at: version, since: before) }
    }
}

/// Where a key leads.
struct SentryDoor: Sendable, Equatable {
    let key: String
    let app: String
    let platform: Platform
    /// The project's.
    let number: Int
    let state: SentryKeyState
    let eventsAMinute: Int
}
