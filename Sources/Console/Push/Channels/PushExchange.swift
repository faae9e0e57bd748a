import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// What a service answered.
struct PushAnswer: Sendable {
    let status: Int
    let isHTTP2: Bool
    let headers: HTTPHeaders
    /// Its beginning.
    let body: [UInt8]

    /// Seconds that the service asks to be left alone; a date instead is not understood.
    var retryAfter: Duration? {
        headers.first(name: "retry-after").flatMap { Int($0) }.map { .seconds(min(max($0, 0), 3_600)) }
    }

    /// What there is to be done when the body says nothing.
    var outcomeOfStatus: PushOutcome {
        let reason = "status-\(status)"
        switch status {
        case 429, 500, 503: return .again(reason: reason, after: retryAfter)
        case 200..<300: return .unknown(.oddAnswer)
        // A gateway in front of the service says so: nobody knows what that did.
        case 502, 504: return .unknown(reason: reason)
        default: return .refused(reason)
        }
    }

    /// What the body says as JSON; nil when it is none of that shape.
    func json<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? JSONDecoder().decode(type, from: Data(body))
    }
}

/// Follows one request, and knows whether any of it may have left this machine: without that nobody could say after a failure whether it may be sent
/// again.
final class PushExchange: HTTPClientResponseDelegate {
    typealias Response = PushAnswer

    private let state = Mutex(State())

    private struct State {
        var wasSent = false
        var head: HTTPResponseHead?
        var body: [UInt8] = []
    }

    /// Bytes of an answer that are read; services answer with a few hundred.
    private static let most = 16 << 10

    /// Said by the library before the first byte goes out.
    var wasSent: Bool { state.withLock { $0.wasSent } }

    func didSendRequestHead(task: HTTPClient.Task<PushAnswer>, _ head: HTTPRequestHead) {
        state.withLock { $0.wasSent = true }
    }

    func didReceiveHead(task: HTTPClient.Task<PushAnswer>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock { $0.head = head }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<PushAnswer>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        state.withLock { $0.body += buffer.readableBytesView.prefix(Self.most - $0.body.count) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<PushAnswer>) throws -> PushAnswer {
        try state.withLock { state in
            guard let head = state.head else { throw HTTPClientError.remoteConnectionClosed }
            return PushAnswer(status: Int(head.status.code), isHTTP2: head.version.major == 2, headers: head.headers, body: state.body)
        }
    }
}
