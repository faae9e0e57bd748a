import Synchronization

/// Settings and upstreams of all apps in memory: a device's call needs no SQL. Replaced after every change of them,
/// whichever node made it.
final class GatewayIndex: Sendable {
    private let entries = Mutex(ChangeCopy([String: Entry]()))

    /// Of one app.
    struct Entry: Sendable {
        var settings = GatewaySettings()
        /// By operation; only those that are enabled.
        var upstreams: [String: GatewayUpstream] = [:]
    }

    /// - Parameter app: an app's id; one that was never set up has the defaults.
    func entry(_ app: String) -> Entry {
        entries.withLock { $0.content[app] } ?? Entry()
    }

    /// Of the topic ``ChangeTopic/gateway``.
    var version: Int { entries.withLock { $0.version } }

    /// - Parameters:
    ///   - version: at which all was read.
    ///   - before: this index's version when the read began.
    func replace(_ all: [String: Entry], at version: Int, since before: Int) {
        entries.withLock { $0.take(all, at: version, since: before) }
    }
}
