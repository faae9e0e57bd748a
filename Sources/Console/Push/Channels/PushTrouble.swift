import AsyncHTTPClient
import NIOCore
import NIOHTTP2
import NIOSSL

/// A request that got no answer.
struct PushTrouble: Error, Equatable {
    /// What is to be done about it.
    let outcome: PushOutcome

    private init(_ outcome: PushOutcome) {
        self.outcome = outcome
    }

    /// - Parameter wasSent: whether any of the request may have left this machine.
    ///
    /// What was not sent may be sent again. What was is unknown, unless the service itself says that it did not look at it: a stream refused (RFC 9113,
    /// 8.7), or one behind the last that a GOAWAY names (6.8).
    init(_ error: any Error, wasSent: Bool) {
        if let refusal = Self.handshake(error) {
            self.init(.refused(refusal))
        } else if error is PushGoAway.Unprocessed || (error as? NIOHTTP2Errors.StreamClosed)?.errorCode == .refusedStream {
            self.init(.again(.broken))
        } else if let error = error as? HTTPClientError, Self.beforeSending.contains(error) {
            self.init(.again(.noConnection))
        } else if error is CancellationError || error as? HTTPClientError == .cancelled {
            self.init(.unknown(.interrupted))
        } else if error as? HTTPClientError == .deadlineExceeded {
            // The request may begin to leave at the very moment in which it is given up.
            self.init(.unknown(.timeout))
        } else {
            self.init(wasSent ? .unknown(.broken) : .again(.noConnection))
        }
    }

    private static let beforeSending: [HTTPClientError] = [.connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout]

    /// TLS failures that will be the same the next time. Under TLS 1.3 a service says only after the handshake that it does not want this side's
    /// certificate; it has not looked at any request then.
    private static func handshake(_ error: any Error) -> PushReason? {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") || error is NIOSSLExtraError { return .untrusted }
        guard error is NIOSSLError || error is BoringSSLError || text.contains("sslError") else { return nil }
        let alerts = ["ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE", "ALERT_UNKNOWN_CA", "ALERT_UNSUPPORTED_CERTIFICATE", "ALERT_ACCESS_DENIED"]
        return alerts.contains { text.contains($0) } ? .certificateRefused : nil
    }
}
