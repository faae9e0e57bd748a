import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOSSL

/// One connection of a client. Requests are read frame by frame, without a channel for each stream, which would cost more than all the rest; those that came
/// with one reading are judged, written to the log together, and then answered.
final class PushServiceConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// Bytes after which the client is told that it may send as many again; a quarter of the window that HTTP/2 begins with.
    private static let windowStep = 16_384
    /// What a connection that was told to go away has left for what is under way.
    private static let farewell = TimeAmount.seconds(3)

    private let desk: PushServiceDesk
    private var context: ChannelHandlerContext?
    private var hasCertificate: Bool?
    private var requests: [HTTP2StreamID: PushServiceRequest] = [:]
    private(set) var verdicts: [(stream: HTTP2StreamID, verdict: PushServiceVerdict)] = []
    /// The first stream that is not served, once the client is told to go away.
    private var end: HTTP2StreamID?
    private var unacknowledged = 0

    init(_ desk: PushServiceDesk) {
        self.desk = desk
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers): begin(frame.streamID, headers, context)
        case .data(let data): add(data, to: frame.streamID)
        case .rstStream: requests[frame.streamID] = nil
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !verdicts.isEmpty {
            // What cannot be written down is not answered: the log is what people compare with.
            if desk.log.flush() { act(context) } else { context.close(promise: nil) }
            verdicts.removeAll(keepingCapacity: true)
        }
        if unacknowledged >= Self.windowStep {
            write(.windowUpdate(windowSizeIncrement: unacknowledged), on: .rootStream, context)
            unacknowledged = 0
        }
        context.flush()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let closed = event as? StreamClosedEvent { requests[closed.streamID] = nil }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !(error is NIOHTTP2Errors.StreamError) { context.close(promise: nil) }
    }

    // MARK: requests

    private func begin(_ stream: HTTP2StreamID, _ headers: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
        // A second block of headers is a trailer.
        if requests[stream] == nil {
            var request = PushServiceRequest(headers.headers)
            request.hasCertificate = hasCertificate(context)
            requests[stream] = request
        }
        if headers.endStream { finish(stream) }
    }

    private func hasCertificate(_ context: ChannelHandlerContext) -> Bool {
        if let hasCertificate { return hasCertificate }
        let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
        hasCertificate = certificate != nil
        return certificate != nil
    }

    private func add(_ data: HTTP2Frame.FramePayload.Data, to stream: HTTP2StreamID) {
        unacknowledged += data.data.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
        if case .byteBuffer(let piece) = data.data { requests[stream]?.add(piece) }
        if data.endStream { finish(stream) }
    }

    private func finish(_ stream: HTTP2StreamID) {
        guard let request = requests.removeValue(forKey: stream) else { return }
        judge(request, on: stream)
    }

    /// A client that is told to go away sends what is not served elsewhere: to be judged here too would count it twice.
    func judge(_ request: PushServiceRequest, on stream: HTTP2StreamID) {
        guard end.map({ stream < $0 }) ?? true else { return }
        let verdict = desk.judge(request)
        if verdict == .away { end = stream }
        verdicts.append((stream, verdict))
    }

    // MARK: answers

    private func act(_ context: ChannelHandlerContext) {
        for (stream, verdict) in verdicts {
            switch verdict {
            case .answer(let answer, nil): write(answer, on: stream, context)
            case .answer(let answer, let delay?): write(answer, on: stream, after: delay, context)
            case .silence: break
            case .reset: write(.rstStream(.internalError), on: stream, context)
            case .away: sendAway(stream, context)
            }
        }
    }

    private func write(_ answer: PushServiceAnswer, on stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        var headers = HPACKHeaders([(":status", String(answer.status))])
        if let id = answer.id { headers.add(name: "apns-id", value: id, indexing: .nonIndexable) }
        if let seconds = answer.retryAfter { headers.add(name: "retry-after", value: String(seconds)) }
        if !answer.body.isEmpty { headers.add(name: "content-type", value: "application/json") }
        write(.headers(.init(headers: headers, endStream: answer.body.isEmpty)), on: stream, context)
        guard !answer.body.isEmpty else { return }
        write(.data(.init(data: .byteBuffer(ByteBuffer(bytes: answer.body)), endStream: true)), on: stream, context)
    }

    private func write(_ answer: PushServiceAnswer, on stream: HTTP2StreamID, after delay: TimeAmount, _ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in
            guard let context = self.context else { return }
            write(answer, on: stream, context)
            context.flush()
        }
    }

    /// Names the stream before this one as the last that is served: the client knows that this one was not.
    private func sendAway(_ stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        let last = Int(stream) > 2 ? HTTP2StreamID(Int(stream) - 2) : .rootStream
        write(.goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil), on: .rootStream, context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.farewell) { [self] in
            self.context?.close(promise: nil)
        }
    }

    private func write(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
