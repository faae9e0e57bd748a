import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// `Expect: 100-continue` (RFC 9110, section 10.1.1): who asks before sending a large body is told to go on when somebody begins to read it,
/// and not when the answer comes without it, such as 401 or 413.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Somebody wants the body.
    struct Wanted: Sendable {}

    private var isAsked = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): isAsked = head.expectsContinue
        // The body comes without waiting.
        case .body, .end: isAsked = false
        }
        context.fireChannelRead(data)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Wanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        if isAsked {
            isAsked = false
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        promise?.succeed()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        isAsked = false
        context.write(data, promise: promise)
    }
}

extension HTTPRequest {
    fileprivate var expectsContinue: Bool { headerFields[.expect]?.lowercased() == "100-continue" }
}

extension Request {
    /// The same request, whose body is asked for when it is first read.
    func askingForBody(on channel: any Channel) -> Request {
        guard head.expectsContinue else { return self }
        var request = self
        request.body = RequestBody(asyncSequence: AskedBody(body: body, channel: channel))
        return request
    }
}

private struct AskedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    struct AsyncIterator: AsyncIteratorProtocol {
        var pieces: RequestBody.AsyncIterator
        var channel: (any Channel)?

        mutating func next() async throws -> ByteBuffer? {
            channel?.triggerUserOutboundEvent(ContinueHandler.Wanted(), promise: nil)
            channel = nil
            return try await pieces.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pieces: body.makeAsyncIterator(), channel: channel)
    }
}
