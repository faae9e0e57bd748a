/// The latest calls of one app that failed; the oldest give way.
struct GatewayLatestFailures: Sendable {
    /// As many are kept, here and in the database.
    static let limit = 1_000

    private var ring: [GatewayRecord] = []
    /// Where the oldest stands once the ring is full.
    private var start = 0

    mutating func add(_ record: GatewayRecord) {
        guard ring.count == Self.limit else {
            ring.append(record.shortened)
            return
        }
        ring[start] = record.shortened
        start = (start + 1) % Self.limit
    }

    /// In the order in which they were added.
    var all: [GatewayRecord] { Array(ring[start...] + ring[..<start]) }
}

extension GatewayRecord {
    /// Without more of a device's own words than a list can show: a header holds some thousand bytes.
    fileprivate var shortened: GatewayRecord {
        guard version.utf8.count > 64 || device.utf8.count > 64 || reason.utf8.count > 500 else { return self }
        return GatewayRecord(
            app: app,
            platform: platform,
            version: String(version.prefix(64)),
            device: String(device.prefix(64)),
            operation: operation,
            status: status,
            reason: String(reason.prefix(500)),
            at: at,
            gatewayMicroseconds: gatewayMicroseconds,
            upstreamMicroseconds: upstreamMicroseconds,
            requestBytes: requestBytes,
            responseBytes: responseBytes,
            usedOldSecret: usedOldSecret
        )
    }
}
