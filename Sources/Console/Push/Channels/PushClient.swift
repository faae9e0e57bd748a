import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Connections to one service: few, kept open, with many requests under way on each where it speaks HTTP/2.
final class PushClient: Sendable {
    let endpoint: CertificateEndpoint
    private let client: HTTPClient
    private let patience: Duration

    /// Until when a service has to have answered.
    static let patience = Duration.seconds(30)
    /// Connections to a service that speaks HTTP/1.1.
    private static let connections = 32

    /// - Parameters:
    ///   - trust: certificates in PEM, of which one has to vouch for the service; nil for those that the machine trusts.
    ///   - identity: what this side shows in the handshake.
    /// - Throws: `untrusted` or `credentialUnreadable` when one of them cannot be used.
    init(_ endpoint: CertificateEndpoint, trust: String? = nil, identity: PushIdentity? = nil, patience: Duration = patience) throws(PushClosed) {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.tlsConfiguration = try Self.tls(trust, identity)
        configuration.httpVersion = .automatic
        configuration.timeout.connect = .milliseconds(Int64(min(patience, .seconds(10)) / .milliseconds(1)))
        configuration.connectionPool.idleTimeout = .seconds(300)
        // What waits for a connection hears at once that there is none, and comes back later.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connections
        configuration.http2ConnectionDebugInitializer = PushGoAway.watch(connection:)
        configuration.http2StreamChannelDebugInitializer = PushGoAway.watch(stream:)
        self.endpoint = endpoint
        self.patience = patience
        client = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }

    deinit {
        client.shutdown(queue: .global()) { _ in }
    }

    private static func tls(_ trust: String?, _ identity: PushIdentity?) throws(PushClosed) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let trust {
            guard let roots = try? NIOSSLCertificate.fromPEMBytes(Array(trust.utf8)), !roots.isEmpty else { throw PushClosed(.untrusted) }
            tls.trustRoots = .certificates(roots)
        }
        guard let identity else { return tls }
        do {
            tls.certificateChain = try identity.chain.map { .certificate(try NIOSSLCertificate(bytes: $0, format: .der)) }
            tls.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem))
        } catch {
            throw PushClosed(.credentialUnreadable)
        }
        return tls
    }

    /// - Parameter read: what an answer means; nil when it calls the access token expired.
    /// - Returns: also for what went wrong on the way.
    func deliver(
        _ path: String,
        _ headers: HTTPHeaders,
        _ body: [UInt8],
        read: (PushAnswer) -> PushOutcome?
    ) async -> PushOutcome? {
        do throws(PushTrouble) {
            return read(try await post(path, headers, body))
        } catch {
            return error.outcome
        }
    }

    /// - Parameter path: from `/` on.
    func post(_ path: String, _ headers: HTTPHeaders, _ body: [UInt8]) async throws(PushTrouble) -> PushAnswer {
        let exchange = PushExchange()
        do {
            var all = headers
            all.add(name: "user-agent", value: "main-site-push/1")
            let request = try HTTPClient.Request(url: endpoint.text + path, method: .POST, headers: all, body: .bytes(body))
            let deadline = NIODeadline.now() + .milliseconds(Int64(patience / .milliseconds(1)))
            let task = client.execute(request: request, delegate: exchange, deadline: deadline)
            return try await withTaskCancellationHandler {
                try await task.futureResult.get()
            } onCancel: {
                task.cancel()
            }
        } catch {
            throw PushTrouble(error, wasSent: exchange.wasSent)
        }
    }
}

/// What the console shows of itself in a handshake.
struct PushIdentity: Sendable {
    /// In DER, its own certificate first.
    let chain: [[UInt8]]
    /// In PEM.
    let key: String
}

/// There is no way to a service: nothing was asked.
struct PushClosed: Error, Equatable {
    let reason: PushReason

    init(_ reason: PushReason) {
        self.reason = reason
    }
}
