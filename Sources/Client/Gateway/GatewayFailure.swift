import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a call has no result.
public enum GatewayFailure: Error, Sendable, Hashable {
    /// The gateway answered with a status other than 1000.
    case refused(GatewayRefusal)
    /// No answer came: no network, an unknown host, a broken connection. The call may have been done all the same.
    case unreachable(String)
    /// No answer came in time. The call may have been done all the same.
    case timedOut
    /// What answered is not the gateway: a proxy or a hotel's log-in page, with this HTTP status.
    case notTheGateway(httpStatus: Int)
    /// The gateway's result is not what was expected; the text says where.
    case unreadable(String)
    /// The request has no JSON form, such as one with a number that is not finite. Nothing was sent.
    case unwritable(String)
    /// The task was cancelled. The call may have been done all the same.
    case cancelled

    /// The gateway's status, where it gave one.
    public var status: GatewayStatus? {
        if case .refused(let refusal) = self { refusal.status } else { nil }
    }

    /// Whether the same question may be answered a little later.
    var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .notTheGateway(let status): status == 408 || status == 429 || status >= 500
        case .refused(let refusal): [.tooFast, .upstreamTimeout, .upstreamFailed].contains(refusal.status)
        case .unreadable, .unwritable, .cancelled: false
        }
    }

    /// - Parameter error: what sending threw.
    init(_ error: any Error) {
        switch (error as? URLError)?.code {
        case .timedOut?: self = .timedOut
        case .cancelled?: self = .cancelled
        default: self = error is CancellationError ? .cancelled : .unreachable((error as NSError).localizedDescription)
        }
    }
}

extension GatewayFailure: CustomStringConvertible {
    /// For logs and developers; what the person at the device is to read is ``GatewayRefusal/tips``.
    public var description: String {
        switch self {
        case .refused(let refusal): "the gateway refused it: \(refusal.status.rawValue) \(refusal.memo ?? "")"
        case .unreachable(let reason): "the gateway cannot be reached: \(reason)"
        case .timedOut: "the gateway did not answer in time"
        case .notTheGateway(let status): "what answered is not the gateway (HTTP \(status))"
        case .unreadable(let reason): "the result is not what was expected: \(reason)"
        case .unwritable(let reason): "the request cannot be written as JSON: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}

/// A status other than 1000, and its words.
public struct GatewayRefusal: Sendable, Hashable {
    /// Never ``GatewayStatus/ok``.
    public let status: GatewayStatus
    /// For developers: what was wrong.
    public let memo: String?
    /// For the person at the device.
    public let tips: String?

    /// - Parameters:
    ///   - memo: decoded; `nil` for none.
    ///   - tips: as `memo`.
    public init(status: GatewayStatus, memo: String? = nil, tips: String? = nil) {
        self.status = status
        self.memo = memo
        self.tips = tips
    }
}
