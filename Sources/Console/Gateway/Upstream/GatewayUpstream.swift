import Foundation

/// An operation that is passed on to a server of the app's team.
public struct GatewayUpstream: Codable, Sendable, Equatable {
    public let operation: String
    /// `http` or `https`, with a host.
    public let url: String
    public let method: Method
    /// 100 to 60,000; until the upstream's answer has begun, and again between its parts.
    public let timeoutMilliseconds: Int
    public let needsLogin: Bool
    public let needsSignature: Bool
    /// A call is taken once: the same signature again is refused.
    public let changesState: Bool
    /// Whether the host may have a private address, such as 10.1.2.3 or 127.0.0.1.
    public let allowsPrivate: Bool
    /// Calls a second for all devices together; 0 for no limit.
    public let rate: Int
    /// How long an answer is given again for the same request of the same user with the same headers passed on; 0 for never.
    public let cacheSeconds: Int
    /// Names of device headers that are passed on, e.g. `Did`.
    public let passHeaders: [String]
    /// Given instead of asking the upstream; JSON.
    public let mock: String?
    public let enabled: Bool
    public let changedAt: Date

    public enum Method: String, Codable, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }
}
