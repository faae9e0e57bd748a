import Foundation

/// What is kept of one call, for the statistics and the list of failures.
struct GatewayRecord: Sendable {
    let app: String
    let platform: Platform
    /// Of the app on the device; empty when it did not say.
    let version: String
    let device: String
    /// A known operation, or `unknown`: names that devices make up are not counted apart.
    let operation: String
    let status: GatewayStatus
    /// Why the call failed; empty for 1000.
    let reason: String
    let at: Date
    /// Spent here, in microseconds, without waiting for an upstream.
    let gatewayMicroseconds: Int
    /// Until the upstream's answer was there; nil for operations of the console itself.
    let upstreamMicroseconds: Int?
    /// Of the body, as it came and as it went.
    let requestBytes: Int
    let responseBytes: Int
    /// Signed with the secret before the last rotation.
    let usedOldSecret: Bool

    static let unknown = "unknown"
}
