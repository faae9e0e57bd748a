import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Stands between a store and its client, and does to each request what a test asks for.
final class BlobsFaultProxy: Sendable {
    let port: Int
    private let target: String
    private let faults: Faults
    private let seen = Mutex<[String]>([])
    private let server: Server

    enum Fault: Sendable {
        case pass
        /// Instead of the store.
        case answer(Int, String)
        /// Not a word.
        case silence
        /// The head of the answer, and then nothing.
        case stall
        /// Closes when this many bytes of the request's body are there; the store never sees it.
        case cutUpload(Int)
        /// The store does it; its answer is lost.
        case loseAnswer
        /// The store's answer ends after this many bytes of its body.
        case cutAnswer(Int)
        /// A bit of the store's answer is another.
        case flipBit
    }

    /// Asked when the head of a request is there; numbers begin at 1.
    struct Faults: Sendable {
        let of: @Sendable (_ request: HTTPRequestHead, _ number: Int) -> Fault

        init(_ of: @escaping @Sendable (_ request: HTTPRequestHead, _ number: Int) -> Fault) {
            self.of = of
        }
    }

    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    private typealias Server = NIOAsyncChannel<Connection, Never>

    private init(_ server: Server, _ target: String, _ faults: Faults) {
        self.server = server
        port = server.channel.localAddress?.port ?? 0
        self.target = target
        self.faults = faults
    }

    var endpoint: String { "http://127.0.0.1:\(port)" }

    /// `METHOD uri` of every request so far.
    var requests: [String] { seen.withLock { $0 } }

    static func run(
        to target: String,
        _ faults: Faults,
        _ body: @Sendable (BlobsFaultProxy) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        let proxy = BlobsFaultProxy(server, target, faults)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await proxy.serve() }
            defer { group.cancelAll() }
            try await body(proxy)
        }
    }

    private func serve() async throws {
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections { group.addTask { try? await self.serve(connection) } }
            }
        }
    }

    private func serve(_ connection: Connection) async throws {
        try await connection.executeThenClose { parts, out in
            var parts = parts.makeAsyncIterator()
            while case .head(let head) = try await parts.next() {
                let number = seen.withLock { seen in
                    seen.append("\(head.method) \(head.uri)")
                    return seen.count
                }
                let fault = faults.of(head, number)
                var body = ByteBuffer()
                while case .body(var part) = try await parts.next() {
                    body.writeBuffer(&part)
                    if case .cutUpload(let count) = fault, body.readableBytes >= count { return }
                }
                guard try await answer(head, body, fault, out) else { return }
            }
        }
    }

    /// - Returns: whether the connection goes on.
    private func answer(
        _ head: HTTPRequestHead,
        _ body: ByteBuffer,
        _ fault: Fault,
        _ out: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws -> Bool {
        switch fault {
        case .cutUpload: return false
        case .silence:
            try await Task.sleep(for: .seconds(60))
            return false
        case .answer(let status, let code):
            try await Self.send(status, [:], ByteBuffer(string: "<Error><Code>\(code)</Code><Message>AKIDEXAMPLE</Message></Error>"), nil, out)
            return true
        case .pass, .stall, .loseAnswer, .cutAnswer, .flipBit: break
        }
        var (status, headers, answer) = try await ask(head, body)
        switch fault {
        case .loseAnswer: return false
        case .stall:
            try await Self.send(status, headers, answer, 0, out)
            try await Task.sleep(for: .seconds(60))
            return false
        case .cutAnswer(let count):
            try await Self.send(status, headers, answer, count, out)
            return false
        case .flipBit:
            let place = answer.readableBytes / 2
            answer.setInteger((answer.getInteger(at: place, as: UInt8.self) ?? 0) ^ 1, at: place)
        default: break
        }
        try await Self.send(status, headers, answer, nil, out)
        return true
    }

    private func ask(_ head: HTTPRequestHead, _ body: ByteBuffer) async throws -> (Int, HTTPHeaders, ByteBuffer) {
        var request = HTTPClientRequest(url: target + head.uri)
        request.method = head.method
        request.headers = head.headers
        request.headers.remove(name: "Content-Length")
        if head.method == .PUT || head.method == .POST { request.body = .bytes(body) }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        var headers = answer.headers
        for name in ["Connection", "Transfer-Encoding"] { headers.remove(name: name) }
        return (Int(answer.status.code), headers, try await answer.body.collect(upTo: 100 << 20))
    }

    /// - Parameter count: bytes of the body that really go out; nil for all.
    private static func send(
        _ status: Int,
        _ headers: HTTPHeaders,
        _ body: ByteBuffer,
        _ count: Int?,
        _ out: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws {
        var headers = headers
        if headers.first(name: "Content-Length") == nil { headers.add(name: "Content-Length", value: "\(body.readableBytes)") }
        try await out.write(.head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)))
        if let part = body.getSlice(at: 0, length: count ?? body.readableBytes), part.readableBytes > 0 {
            try await out.write(.body(.byteBuffer(part)))
        }
        if count == nil { try await out.write(.end(nil)) }
    }
}
