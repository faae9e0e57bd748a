import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Signing
import Synchronization

@testable import Console

/// A real HTTP/2 server over TLS on the loopback address that answers pushes as a test says.
final class PushSendingReceiver: Sendable {
    struct Push: Sendable {
        let path: String
        let headers: [String: String]
        let body: [UInt8]

        var token: String { String(path.split(separator: "/").last ?? "") }
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
    }

    enum Answer: Sendable {
        case status(Int, String = "", [String: String] = [:])
        case silence
        case reset(HTTP2ErrorCode)
        /// The connection ends without looking at what is under way.
        case goAway
        case close
    }

    private struct State {
        var pushes: [Push] = []
        var connections = 0
        var answer: @Sendable (Push) -> Answer = { _ in .status(200) }
    }

    private let state = Mutex(State())
    private let channel = Mutex<(any Channel)?>(nil)
    /// In PEM: vouches for itself.
    let root: String
    private let identity: TLSConfiguration

    var pushes: [Push] { state.withLock { $0.pushes } }
    var connections: Int { state.withLock { $0.connections } }
    var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }
    var endpoint: String { "https://127.0.0.1:\(port)" }

    func answer(_ answer: @escaping @Sendable (Push) -> Answer) {
        state.withLock { $0.answer = answer }
    }

    private init(_ protocols: [String]) throws {
        let key = PrivateKey.make()
        let day = Date(timeIntervalSince1970: Date().timeIntervalSince1970 - 86_400)
        var draft = X509Draft(commonName: "127.0.0.1", validFrom: day, validUntil: day.addingTimeInterval(10 * 86_400))
        draft.hosts = ["127.0.0.1", "localhost"]
        root = PEM(label: "CERTIFICATE", bytes: try draft.signed(for: key).der).text
        var identity = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(root.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pem.utf8), format: .pem))
        )
        identity.applicationProtocols = protocols
        self.identity = identity
    }

    /// - Parameter protocols: `http/1.1` alone for a server that is too old.
    static func run(_ protocols: [String] = ["h2"], _ test: @Sendable (PushSendingReceiver) async throws -> Void) async throws {
        let receiver = try PushSendingReceiver(protocols)
        let context = try NIOSSLContext(configuration: receiver.identity)
        let isOld = protocols == ["http/1.1"]
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let tls = NIOSSLServerHandler(context: context)
                    receiver.state.withLock { $0.connections += 1 }
                    if isOld {
                        try channel.pipeline.syncOperations.addHandler(tls)
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                        try channel.pipeline.syncOperations.addHandler(PushOldServer())
                    } else {
                        try channel.pipeline.syncOperations.addHandlers(tls, NIOHTTP2Handler(mode: .server), PushFrames(receiver))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        receiver.channel.withLock { $0 = channel }
        do {
            try await test(receiver)
        } catch {
            try? await channel.close()
            throw error
        }
        try? await channel.close()
    }

    fileprivate func take(_ push: Push) -> Answer {
        let answer = state.withLock { state in
            state.pushes.append(push)
            return state.answer
        }
        return answer(push)
    }
}

/// Frames of one connection.
private final class PushFrames: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let receiver: PushSendingReceiver
    private var open: [HTTP2StreamID: (headers: HPACKHeaders, body: [UInt8])] = [:]

    init(_ receiver: PushSendingReceiver) {
        self.receiver = receiver
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers):
            open[frame.streamID] = (headers.headers, [])
            if headers.endStream { finish(frame.streamID, context) }
        case .data(let data):
            if case .byteBuffer(let piece) = data.data {
                open[frame.streamID]?.body += piece.readableBytesView
                write(.windowUpdate(windowSizeIncrement: max(1, piece.readableBytes)), .rootStream, context)
            }
            if data.endStream { finish(frame.streamID, context) }
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func finish(_ stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard let (headers, body) = open.removeValue(forKey: stream) else { return }
        let named = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
        switch receiver.take(PushSendingReceiver.Push(path: named[":path"] ?? "", headers: named, body: body)) {
        case .status(let status, let text, let extra):
            var answer = HPACKHeaders([(":status", "\(status)")])
            for (name, value) in extra { answer.add(name: name, value: value) }
            write(.headers(.init(headers: answer, endStream: text.isEmpty)), stream, context)
            if !text.isEmpty { write(.data(.init(data: .byteBuffer(ByteBuffer(string: text)), endStream: true)), stream, context) }
        case .silence: break
        case .reset(let code): write(.rstStream(code), stream, context)
        case .goAway:
            write(.goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil), .rootStream, context)
            context.flush()
            context.close(promise: nil)
        case .close: context.close(promise: nil)
        }
        context.flush()
    }

    private func write(_ payload: HTTP2Frame.FramePayload, _ stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}
