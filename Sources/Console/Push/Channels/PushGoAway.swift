import NIOCore
import NIOHTTP2

/// A service that is about to end a connection says up to which request it has worked on them (RFC 9113, 6.8): whatever came later on this connection may be
/// sent again. The library reports those streams like any cancelled one, so both ends of the news are watched here: the frame, and the streams that end.
enum PushGoAway {
    /// A request that the service surely did not look at.
    struct Unprocessed: Error {}

    @Sendable static func watch(connection channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Frames()) }
    }

    @Sendable static func watch(stream channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Ends(), position: .first) }
    }

    /// Behind all others of a connection, where frames arrive that belong to no stream.
    fileprivate final class Frames: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame

        /// The lowest of those that were said.
        private(set) var last: HTTP2StreamID?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .goAway(let last, _, _) = unwrapInboundIn(data).payload { self.last = min(self.last ?? last, last) }
            context.fireChannelRead(data)
        }
    }

    /// In front of all others of a stream.
    fileprivate final class Ends: ChannelInboundHandler {
        typealias InboundIn = Any

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard let closed = error as? NIOHTTP2Errors.StreamClosed,
                let frames = try? context.channel.parent?.pipeline.syncOperations.handler(type: Frames.self),
                let last = frames.last, closed.streamID > last
            else { return context.fireErrorCaught(error) }
            context.fireErrorCaught(Unprocessed())
        }
    }
}
