import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

/// Where and how the console listens.
public struct Listener: Sendable {
    /// Where; the loopback interface when nothing is said.
    public var address: Address = .tcp(host: "127.0.0.1", port: 8_080)
    /// nil speaks plain HTTP/1.1; with TLS, HTTP/2 is spoken with those who ask for it.
    public var tls: TLSFiles?
    /// How long peers may take.
    var deadlines = Deadlines()
    /// More wait in the socket's backlog until one ends.
    var maximumConnections = 4_096

    /// What is bound.
    public enum Address: Sendable, Equatable {
        case tcp(host: String, port: Int)
        case unix(path: String)
    }

    /// Paths of PEM files.
    public struct TLSFiles: Sendable, Equatable {
        /// The certificate, and after it those that lead to a root.
        public let certificate: String
        /// Its private key.
        public let key: String

        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }

        fileprivate var configuration: TLSConfiguration {
            get throws {
                .makeServerConfiguration(
                    certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                    privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
                )
            }
        }
    }

    public init() {}

    var configuration: ApplicationConfiguration {
        let address: BindAddress =
            switch address {
            case .tcp(let host, let port): .hostname(host, port: port)
            case .unix(let path): .unixDomainSocket(path: path)
            }
        return ApplicationConfiguration(
            address: address,
            serverName: nil,
            backlog: 1_024,
            availableConnectionsDelegate: MaximumAvailableConnections(maximumConnections)
        )
    }

    /// - Throws: when the certificate or key cannot be read.
    func server() throws -> HTTPServerBuilder {
        let deadlines = deadlines
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [DeadlineHandler(deadlines), ContinueHandler()],
            httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)
        )
        guard let tls else { return .http1(configuration: channel) }
        let configuration = try tls.configuration
        return HTTPServerBuilder { responder in
            let streams = HTTP2ChannelConfiguration(idleTimeout: .seconds(75), gracefulCloseTimeout: .seconds(20), streamConfiguration: channel)
            let base = try HTTP2UpgradeChannel(tlsConfiguration: configuration, configuration: streams, responder: responder)
            return PunctualTLSChannel(base: base, deadline: deadlines.header)
        }
    }

    /// The service that binds the socket and answers with the router.
    public func application(
        _ router: Router<Context>,
        logger: Logger,
        onRunning: @escaping @Sendable (any Channel) async -> Void
    ) throws -> some ApplicationProtocol {
        Application(router: router, server: try server(), configuration: configuration, onServerRunning: onRunning, logger: logger)
    }
}
