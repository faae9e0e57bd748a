/// What calls are counted apart by, beside their time and what became of them.
struct GatewayCell: Hashable, Comparable, Sendable {
    let app: String
    let operation: String
    let platform: Platform
    /// Empty when it is not known, or there was no room for it.
    let version: String

    /// The one that takes the calls of all versions for which there is no room.
    var ofAllVersions: GatewayCell {
        GatewayCell(app: app, operation: operation, platform: platform, version: "")
    }

    static func < (one: Self, other: Self) -> Bool {
        (one.app, one.operation, one.platform.rawValue, one.version) < (other.app, other.operation, other.platform.rawValue, other.version)
    }
}

/// Calls of one kind together.
struct GatewaySum: Sendable, Equatable {
    var calls = 0
    var gatewayMicroseconds = 0
    var upstreamMicroseconds = 0
    var requestBytes = 0
    var responseBytes = 0

    /// Of one call.
    init(_ record: GatewayRecord) {
        calls = 1
        gatewayMicroseconds = max(0, record.gatewayMicroseconds)
        upstreamMicroseconds = max(0, record.upstreamMicroseconds ?? 0)
        requestBytes = max(0, record.requestBytes)
        responseBytes = max(0, record.responseBytes)
    }

    init() {}

    static func += (sum: inout Self, other: Self) {
        sum.calls += other.calls
        sum.gatewayMicroseconds += other.gatewayMicroseconds
        sum.upstreamMicroseconds += other.upstreamMicroseconds
        sum.requestBytes += other.requestBytes
        sum.responseBytes += other.responseBytes
    }
}
