import Foundation

/// Measures one call, and makes the record of it.
struct GatewayMeter {
    let ask: GatewayAsk
    private let headers: GatewayHeaders
    private let signer: AppSigner
    private let at: Date
    private var start = ContinuousClock.now
    private var requestBytes = 0

    init(_ headers: GatewayHeaders, _ signer: AppSigner, _ ask: GatewayAsk, at time: Date) {
        self.headers = headers
        self.signer = signer
        self.ask = ask
        at = time
    }

    /// From here on time counts: how long a device takes to send its body is not the gateway's.
    mutating func begin(bytes: Int) {
        requestBytes = bytes
        start = .now
    }

    func end(_ status: GatewayStatus, _ reason: String, operation: String, bytes: Int) -> GatewayRecord {
        let notes = ask.notes
        let whole = ContinuousClock.now - start
        return GatewayRecord(
            app: signer.app.id,
            platform: signer.platform.platform,
            version: headers.version,
            device: headers.device,
            operation: operation,
            status: status,
            reason: reason,
            at: at,
            gatewayMicroseconds: (whole - (notes.upstream ?? .zero)).microseconds,
            upstreamMicroseconds: notes.upstream?.microseconds,
            requestBytes: requestBytes,
            responseBytes: bytes,
            usedOldSecret: notes.usedOldSecret
        )
    }
}

extension Duration {
    fileprivate var microseconds: Int {
        Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
    }
}
