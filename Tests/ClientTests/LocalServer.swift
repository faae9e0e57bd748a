import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

/// A real HTTP server on a port of its own, for one test: keeps what it was asked, and answers as the test says.
final class LocalServer: Sendable {
    struct Asked: Sendable {
        let path: String
        let headers: HTTPFields
        let body: [UInt8]

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    struct Reply: Sendable {
        var status = HTTPResponse.Status.ok
        var headers: [String: String] = [:]
        var body = ""

        /// The gateway's answer: a status and its result.
        static func gateway(_ code: Int = 1000, _ result: String = "", memo: String? = nil, tips: String? = nil) -> Reply {
            let words = ["Memo": memo, "Tips": tips].compactMapValues { $0 }
            return Reply(headers: ["Result-Status": String(code)].merging(words) { own, _ in own }, body: result)
        }

        static let received = Reply(body: #"{"code":200,"accepted":1,"rejected":0,"duplicate":false}"#)
    }

    let address: URL
    private let kept: Kept

    var asked: [Asked] { kept.all }

    /// Requests for one path, in order.
    func asked(_ path: String) -> [Asked] { asked.filter { $0.path == path } }

    private final class Kept: Sendable {
        private let list = Mutex<[Asked]>([])

        var all: [Asked] { list.withLock { $0 } }

        func add(_ asked: Asked) -> Int {
            list.withLock {
                $0.append(asked)
                return $0.count
            }
        }
    }

    private init(address: URL, kept: Kept) {
        self.address = address
        self.kept = kept
    }

    /// - Parameter reply: to a request and its number, from 1.
    static func run(
        _ reply: @escaping @Sendable (Asked, Int) async throws -> Reply,
        _ test: @Sendable (LocalServer) async throws -> Void
    ) async throws {
        let kept = Kept()
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let asked = Asked(path: request.uri.path, headers: request.headers, body: Array(buffer: body))
            return Response(try await reply(asked, kept.add(asked)))
        }
        var logger = Logger(label: "local")
        logger.logLevel = .error
        try await Application(responder: responder, logger: logger).test(.live) { client in
            let address = try #require(URL(string: "http://127.0.0.1:\(client.port ?? 0)"))
            try await test(LocalServer(address: address, kept: kept))
        }
    }
}

extension Response {
    fileprivate init(_ reply: LocalServer.Reply) {
        let fields = reply.headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
        self.init(status: reply.status, headers: HTTPFields(fields), body: .init(byteBuffer: ByteBuffer(string: reply.body)))
    }
}
