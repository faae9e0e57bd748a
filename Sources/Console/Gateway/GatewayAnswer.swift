import AsyncHTTPClient
import Synchronization

/// What a device gets for a call that was accepted.
struct GatewayAnswer: Sendable {
    let body: Body
    /// For an answer that a device may keep; nil for others.
    var etag: String?
    /// A session that the app's server opened for a user.
    var session: String?

    enum Body: Sendable {
        case bytes([UInt8])
        /// Sent on while it arrives; `length` bytes.
        case stream(HTTPClientResponse.Body, length: Int)
    }

    init(_ body: Body, etag: String? = nil, session: String? = nil) {
        self.body = body
        self.etag = etag
        self.session = session
    }
}

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
