import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Holds one connection, or one stream of HTTP/2, to its deadlines: late headers close it, and so does an answer that nobody
/// takes; a late body is answered with 408.
final class DeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let deadlines: Deadlines
    private var timer: Scheduled<Void>?
    /// Runs while the peer does not take what is written.
    private var stall: Scheduled<Void>?
    private var stage = Stage.waiting
    private var received = 0
    /// Bytes of the answer since the peer last took all there was.
    private var written = 0
    /// Whether the head of an answer is out, and its end is not.
    private var isAnswerOpen = false
    private var bodyStart = NIODeadline.now()

    private enum Stage {
        /// For the headers of a request.
        case waiting
        /// The body is coming in.
        case body
        /// The request is complete; the answer is being made.
        case answering
        /// The answer went out before the body was complete.
        case draining
    }

    init(_ deadlines: Deadlines) {
        self.deadlines = deadlines
    }

    func handlerAdded(context: ChannelHandlerContext) {
        wait(deadlines.header, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    private func cancel() {
        timer?.cancel()
        stall?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: beginBody(context)
        case .body(let buffer): count(buffer.readableBytes, context)
        case .end: endBody(context)
        }
        context.fireChannelRead(data)
    }

    private func beginBody(_ context: ChannelHandlerContext) {
        (stage, received, bodyStart) = (.body, 0, .now())
        schedule(deadlines.bodyGrace, context) { $0.checkRate($1) }
    }

    private func count(_ bytes: Int, _ context: ChannelHandlerContext) {
        received += bytes
        if stage == .draining, received > deadlines.drainBytes { context.close(promise: nil) }
    }

    private func endBody(_ context: ChannelHandlerContext) {
        if stage == .draining {
            wait(deadlines.idle, context)
        } else {
            stage = .answering
            timer?.cancel()
        }
    }

    private func checkRate(_ context: ChannelHandlerContext) {
        let elapsed = NIODeadline.now() - bodyStart
        let expected = Int(elapsed.nanoseconds / 1_000_000_000) * deadlines.bodyRate
        if received >= expected {
            schedule(.seconds(2), context) { $0.checkRate($1) }
        } else {
            refuse(context)
        }
    }

    /// 408, written past the handler that would answer: it may be waiting for this very body. An answer under way is cut instead.
    private func refuse(_ context: ChannelHandlerContext) {
        guard !isAnswerOpen else { return context.close(promise: nil) }
        context.write(wrapOutboundOut(.head(Self.refusal(isStream: context.channel.parent?.parent != nil))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    /// HTTP/2, whose streams are channels of a connection that is one itself, has no `Connection` (RFC 9113, 8.2.2): NIO would refuse the answer.
    static func refusal(isStream: Bool) -> HTTPResponse {
        HTTPResponse(status: .requestTimeout, headerFields: isStream ? [.contentLength: "0"] : [.connection: "close", .contentLength: "0"])
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        switch unwrapOutboundIn(data) {
        case .head(let head): isAnswerOpen = head.status.kind != .informational
        case .body(let buffer): written += buffer.readableBytes
        case .end: endAnswer(context)
        }
    }

    private func endAnswer(_ context: ChannelHandlerContext) {
        isAnswerOpen = false
        if stage == .body {
            (stage, received) = (.draining, 0)
            schedule(deadlines.drain, context) { $1.close(promise: nil) }
        } else {
            wait(deadlines.idle, context)
        }
    }

    /// A peer that opens no window keeps the writer waiting: without this for ever.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        if context.channel.isWritable {
            written = 0
        } else {
            stall = scheduled(deadlines.bodyGrace + .seconds(Int64(written / deadlines.bodyRate)), context) { $1.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        stage = .waiting
        schedule(time, context) { $1.close(promise: nil) }
    }

    private func schedule(_ time: TimeAmount, _ context: ChannelHandlerContext, _ act: @escaping Act) {
        timer?.cancel()
        timer = scheduled(time, context, act)
    }

    private typealias Act = (DeadlineHandler, ChannelHandlerContext) -> Void

    private func scheduled(_ time: TimeAmount, _ context: ChannelHandlerContext, _ act: @escaping Act) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            if let self { act(self, context) }
        }
    }
}
