import Synchronization

/// Settings and upstreams of all apps in memory: a device's call needs no SQL. Replaced after every change of them.
final class GatewayIndex: Sendable {
    private let state = Mutex(State())
    private let editions = Atomic(0)

    private struct State {
        var entries: [String: Entry] = [:]
        var edition = 0
    }

    /// Of one app.
    struct Entry: Sendable {
        var settings = GatewaySettings()
        /// By operation; only those that are enabled.
        var upstreams: [String: GatewayUpstream] = [:]
    }

    /// - Parameter app: an app's id; one that was never set up has the defaults.
    func entry(_ app: String) -> Entry {
        state.withLock { $0.entries[app] } ?? Entry()
    }

    /// Asked for in the transaction that changes something: of two changes that end at once, the index keeps the later one.
    func nextEdition() -> Int {
        editions.add(1, ordering: .relaxed).newValue
    }

    func replace(_ all: [String: Entry], edition: Int) {
        state.withLock { if $0.edition < edition { $0 = State(entries: all, edition: edition) } }
    }

    func replace(_ all: [String: Entry]) {
        replace(all, edition: nextEdition())
    }
}
