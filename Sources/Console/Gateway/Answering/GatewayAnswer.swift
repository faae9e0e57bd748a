import AsyncHTTPClient

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
