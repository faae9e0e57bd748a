import Synchronization

/// Settings and upstreams of all apps in memory: a device's call needs no SQL. Replaced after every change of them.
final class GatewayIndex: Sendable {
    private let entries = Mutex<[String: Entry]>([:])

    /// Of one app.
    struct Entry: Sendable {
        var settings = GatewaySettings()
        /// By operation; only those that are enabled.
        var upstreams: [String: GatewayUpstream] = [:]
    }

    /// - Parameter app: an app's id; one that was never set up has the defaults.
    func entry(_ app: String) -> Entry {
        entries.withLock { $0[app] } ?? Entry()
    }

    func replace(_ all: [String: Entry]) {
        entries.withLock { $0 = all }
    }
}
