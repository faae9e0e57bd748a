import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Synchronization

/// A real server of an app's team on the loopback address, well-behaved and not.
struct GatewayUpstreamServer: Sendable {
    let port: Int
    /// One that answers every connection with bytes that are no HTTP.
    let garbagePort: Int
    let calls: Counter

    /// How often `/counted` was asked.
    final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    static func run(_ test: @escaping @Sendable (GatewayUpstreamServer) async throws -> Void) async throws {
        let calls = Counter()
        let garbage = try await garbageServer()
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router(calls),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in found.yield(channel.localAddress?.port ?? 0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await port in ports.prefix(1) {
                try await test(GatewayUpstreamServer(port: port, garbagePort: garbage.localAddress?.port ?? 0, calls: calls))
            }
            group.cancelAll()
        }
        try await garbage.close()
    }

    private static func router(_ calls: Counter) -> Router<BasicRequestContext> {
        let router = Router()
        router.post("echo") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let seen = ["Did", "Version", "X-Gateway-App", "X-Gateway-User", "Sign"].compactMap { name in
                HTTPField.Name(name).flatMap { request.headers[$0] }.map { "\(name)=\($0)" }
            }
            return "{\"got\":\(String(buffer: body)),\"headers\":\"\(seen.joined(separator: " "))\"}"
        }
        router.get("asked") { request, _ in "{\"request\":\(request.uri.queryParameters["request"] ?? "null")}" }
        router.post("counted") { _, _ in
            calls.add()
            return "{\"call\":\(calls.value)}"
        }
        router.post("login") { _, _ in
            Response(status: .ok, headers: [HTTPField.Name("X-Gateway-Login")!: "ann"], body: .init(byteBuffer: ByteBuffer(string: "{}")))
        }
        router.post("slow") { _, _ in
            try await Task.sleep(for: .seconds(30))
            return "{}"
        }
        router.post("broken") { _, _ in Response(status: .internalServerError) }
        router.post("away") { _, _ in Response(status: .found, headers: [.location: "http://169.254.169.254/"]) }
        router.post("bytes/:count") { _, context in
            let count = context.parameters.get("count", as: Int.self) ?? 0
            return Response(status: .ok, body: ResponseBody(contentLength: count) { try await write(count, to: &$0) })
        }
        router.post("endless") { _, _ in Response(status: .ok, body: ResponseBody { try await write(8 << 20, to: &$0) }) }
        return router
    }

    private static func write(_ count: Int, to writer: inout any ResponseBodyWriter) async throws {
        let part = ByteBuffer(repeating: UInt8(ascii: "a"), count: 1 << 16)
        var left = count
        while left > 0 {
            try await writer.write(part.getSlice(at: 0, length: min(left, part.readableBytes)) ?? part)
            left -= part.readableBytes
        }
        try await writer.finish(nil)
    }

    private static func garbageServer() async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { $0.pipeline.addHandler(GarbageHandler()) }
            .bind(host: "127.0.0.1", port: 0).get()
    }
}

/// Answers whatever comes with bytes that are no HTTP, and hangs up.
private final class GarbageHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "no HTTP at all\r\n\r\n")), promise: nil)
        context.close(promise: nil)
    }
}
