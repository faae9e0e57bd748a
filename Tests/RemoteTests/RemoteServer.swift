import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A real HTTP server on a port of its own, for one test: keeps what it was asked, and answers or breaks off as the test says.
final class RemoteServer: Sendable {
    struct Asked: Sendable {
        let method: String
        let uri: String
        let headers: HTTPHeaders
        let body: String

        func header(_ name: String) -> String? { headers.first(name: name) }
        /// Of the range that was asked for; 0 for the whole.
        var start: Int { header("Range").flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0 }
        /// Without the query.
        var path: String { String(uri.prefix { $0 != "?" }) }
    }

    struct Reply: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        /// Bytes of the body that really go out before the connection is closed; nil for all.
        var cut: Int?

        static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Reply {
            Reply(status: status, headers: headers, body: Array(text.utf8))
        }

        /// The file, or what was asked of it, the way the console gives files.
        static func file(_ bytes: [UInt8], etag: String = "\"one\"", to asked: Asked, cut: Int? = nil) -> Reply {
            let from = asked.start
            guard from > 0, asked.header("If-Range") == etag else { return Reply(headers: ["ETag": etag], body: bytes, cut: cut) }
            let headers = ["ETag": etag, "Content-Range": "bytes \(from)-\(bytes.count - 1)/\(bytes.count)"]
            return Reply(status: 206, headers: headers, body: Array(bytes[from...]), cut: cut)
        }
    }

    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    private typealias Server = NIOAsyncChannel<Connection, Never>

    let url: String
    private let server: Server
    private let kept = Mutex<[Asked]>([])
    private let reply: Answering

    private struct Answering: Sendable {
        let of: @Sendable (Asked, Int) async throws -> Reply
    }

    var asked: [Asked] { kept.withLock { $0 } }

    private init(_ server: Server, _ reply: Answering) {
        self.server = server
        self.reply = reply
        url = "http://127.0.0.1:\(server.channel.localAddress?.port ?? 0)"
    }

    /// - Parameter reply: to a request and its number, from 1; an error closes the connection.
    static func run(
        _ reply: @escaping @Sendable (Asked, Int) async throws -> Reply,
        _ test: @Sendable (RemoteServer) async throws -> Void
    ) async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        let server = RemoteServer(channel, Answering(of: reply))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.serve() }
            defer { group.cancelAll() }
            try await test(server)
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
                var body = ByteBuffer()
                while case .body(var part) = try await parts.next() { body.writeBuffer(&part) }
                let asked = Asked(method: "\(head.method)", uri: head.uri, headers: head.headers, body: String(buffer: body))
                let number = kept.withLock { kept in
                    kept.append(asked)
                    return kept.count
                }
                guard try await send(try await reply.of(asked, number), out) else { return }
            }
        }
    }

    /// - Returns: whether the connection goes on.
    private func send(_ reply: Reply, _ out: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>) async throws -> Bool {
        var headers = HTTPHeaders(reply.headers.map { ($0.key, $0.value) })
        if headers.first(name: "Content-Length") == nil { headers.add(name: "Content-Length", value: "\(reply.body.count)") }
        try await out.write(.head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: reply.status), headers: headers)))
        let part = reply.body.prefix(reply.cut ?? reply.body.count)
        if !part.isEmpty { try await out.write(.body(.byteBuffer(ByteBuffer(bytes: part)))) }
        if reply.cut != nil {
            // The client throws away what it has not handed on when the connection breaks.
            try await Task.sleep(for: .milliseconds(100))
            return false
        }
        try await out.write(.end(nil))
        return true
    }
}
