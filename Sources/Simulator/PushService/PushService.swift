import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A server that stands in for the push services of Apple and Google: it takes what they take, refuses what they refuse, in their words, writes all of it down,
/// and sends nothing to any phone. Tokens choose what becomes of them, see ``PushServiceConduct``.
public final class PushService: Sendable {
    /// What it is to be.
    public struct Plan: Sendable {
        public var hostname = "127.0.0.1"
        /// 0 takes one that is free.
        public var port = 0
        public var identity: PushServiceIdentity
        /// A file that grows by a line for each push; `nil` counts only.
        public var log: String?
        /// Given to everything that comes for Apple's service.
        public var reason: PushServiceReason?

        public init(identity: PushServiceIdentity) {
            self.identity = identity
        }
    }

    /// As Apple's service allows.
    private static let streams = 1_000
    /// Frames of a kind within 30 s that other servers would take for an attack: NIO allows 200.
    private static let patience = 10_000_000

    private let plan: Plan
    private let desk: PushServiceDesk
    private let channel = Mutex<(any Channel)?>(nil)

    /// - Throws: what the disk says of the log.
    public init(_ plan: Plan) throws {
        self.plan = plan
        desk = PushServiceDesk(log: try PushServiceLog(plan.log), reason: plan.reason)
    }

    /// How many had which end: `taken`, `unanswered`, or the reason of a refusal.
    public var counts: [String: Int] { desk.log.counts }

    /// Serves until ``stop()``, on one thread.
    ///
    /// - Parameter ready: called with the port when connections are taken.
    public func run(ready: @Sendable (Int) -> Void) async throws {
        let context = try NIOSSLContext(configuration: try plan.identity.configuration())
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let channel = try await bootstrap(group, context).bind(host: plan.hostname, port: plan.port).get()
            self.channel.withLock { $0 = channel }
            ready(channel.localAddress?.port ?? plan.port)
            try await channel.closeFuture.get()
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
    }

    /// Takes no more, and has ``run(ready:)`` return.
    public func stop() {
        channel.withLock { $0 }?.close(promise: nil)
    }

    private func bootstrap(_ group: MultiThreadedEventLoopGroup, _ context: NIOSSLContext) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [desk] channel in
                channel.eventLoop.makeCompletedFuture {
                    // Any certificate of a client will do.
                    let take: NIOSSLCustomVerificationCallback = { _, promise in promise.succeed(.certificateVerified) }
                    let tls = NIOSSLServerHandler(context: context, customVerificationCallback: take)
                    let (connection, stream) = (Self.connection, Self.stream)
                    let frames = NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream)
                    try channel.pipeline.syncOperations.addHandlers(tls, frames, PushServiceConnection(desk))
                }
            }
    }

    private static var connection: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: HPACKDecoder.defaultMaxHeaderListSize),
        ]
        configuration.controlFrameRateLimit.maximumCount = patience
        return configuration
    }

    /// A client that gives up on many streams that are never answered, or that `curl` is, is no attacker here.
    private static var stream: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        configuration.streamResetFrameRateLimit.maximumCount = patience
        configuration.streamErrorRateLimit.maximumCount = patience
        return configuration
    }
}
