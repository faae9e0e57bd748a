import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// How long a peer may take. A client that sends a byte a second is never idle, so idleness alone does not protect.
public struct Deadlines: Sendable {
    /// From the connection's start to the end of the first request's headers.
    public var header: TimeAmount = .seconds(15)
    /// From an answer on a kept connection to the end of the next request's headers.
    public var idle: TimeAmount = .seconds(75)
    /// Grace before a body has to come at `bodyRate`.
    public var bodyGrace: TimeAmount = .seconds(15)
    /// Bytes a second that a body has to keep on average.
    public var bodyRate = 1_024
    /// How long, and how many bytes, a body that nobody reads any more may go on before the connection is cut.
    public var drain: TimeAmount = .seconds(2)
    public var drainBytes = 1 << 20

    public init() {}
}

/// Holds one connection to its deadlines: late headers close it, a late body is answered with 408.
final class DeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let deadlines: Deadlines
    private var timer: Scheduled<Void>?
    private var stage = Stage.waiting
    private var received = 0
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
        timer?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
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
        let head = HTTPResponse(status: .requestTimeout, headerFields: [.connection: "close", .contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        switch unwrapOutboundIn(data) {
        case .head(let head): isAnswerOpen = head.status.kind != .informational
        case .body: break
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

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        stage = .waiting
        schedule(time, context) { $1.close(promise: nil) }
    }

    private func schedule(_ time: TimeAmount, _ context: ChannelHandlerContext, _ act: @escaping (DeadlineHandler, ChannelHandlerContext) -> Void) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            if let self { act(self, context) }
        }
    }
}
