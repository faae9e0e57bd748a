import Synchronization

/// What is noted of a call while it is answered.
final class GatewayAsk: Sendable {
    private let noted = Mutex(Notes())

    struct Notes: Sendable {
        var usedOldSecret = false
        /// nil until an upstream was asked.
        var upstream: Duration?
    }

    /// As the device sent it; for upstreams that get some of its headers.
    let header: @Sendable (String) -> String?

    init(header: @escaping @Sendable (String) -> String?) {
        self.header = header
    }

    var notes: Notes { noted.withLock { $0 } }

    func usedOldSecret() {
        noted.withLock { $0.usedOldSecret = true }
    }

    func waited(_ duration: Duration) {
        noted.withLock { $0.upstream = duration }
    }
}
