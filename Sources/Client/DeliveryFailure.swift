/// Why a request was not answered for good.
public enum DeliveryFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// No answer came: no network, a time-out, an unknown host.
    case unreachable(String)
    /// The server cannot now (408, 429, 5xx). `retryAfter` is in seconds.
    case busy(status: Int, retryAfter: Double?, detail: String?)
    /// The server will not: sending the same again is pointless, such as 404 for an unknown product id.
    case refused(status: Int, detail: String?)
    /// A success that is not in the server's words.
    case unreadable
    /// The task was cancelled.
    case cancelled

    /// For logs and terminals, in English.
    public var description: String {
        switch self {
        case .unreachable(let reason): "the server cannot be reached: \(reason)"
        case .busy(let status, _, let detail): "the server is busy (\(status)): \(detail ?? "")"
        case .refused(let status, let detail): "the server refused it (\(status)): \(detail ?? "")"
        case .unreadable: "what answered is not the server"
        case .cancelled: "cancelled"
        }
    }

    /// Whether another try may help.
    var isPassing: Bool {
        switch self {
        case .unreachable, .busy, .unreadable: true
        case .refused, .cancelled: false
        }
    }

    var retryAfter: Double? {
        if case .busy(_, let retryAfter, _) = self { retryAfter } else { nil }
    }
}
