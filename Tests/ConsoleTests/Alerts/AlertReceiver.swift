import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization
import TestSupport

/// A real server on the loopback address that takes messages, and answers them as a test says.
final class AlertReceiver: Sendable {
    struct Message: Sendable {
        let path: String
        let query: [String: String]
        let headers: HTTPFields
        let body: [UInt8]

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
        var text: String { String(decoding: body, as: UTF8.self) }

        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
    }

    private struct State {
        var messages: [Message] = []
        var answers: [(status: Int, body: String, headers: HTTPFields)] = []
    }

    private let state = Mutex(State())
    private let ports = Mutex(0)

    var messages: [Message] { state.withLock { $0.messages } }
    var port: Int { ports.withLock { $0 } }

    /// What the next messages are answered with, one each; afterwards 200 and `{"errcode":0,"code":0}`.
    func answer(_ status: Int, _ body: String = "{}", _ headers: HTTPFields = [:]) {
        state.withLock { $0.answers.append((status, body, headers)) }
    }

    static func run(_ test: @escaping @Sendable (AlertReceiver) async throws -> Void) async throws {
        let receiver = AlertReceiver()
        let router = Router()
        router.post("**") { request, _ in try await receiver.take(request) }
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in found.yield(channel.localAddress?.port ?? 0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await port in ports.prefix(1) {
                receiver.ports.withLock { $0 = port }
                try await test(receiver)
            }
            group.cancelAll()
        }
    }

    private func take(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1 << 20)
        let pairs = request.uri.queryParameters.map { (String($0.key), String($0.value)) }
        let query = Dictionary(pairs) { first, _ in first }
        let message = Message(path: request.uri.path, query: query, headers: request.headers, body: Array(buffer: body))
        let answer = state.withLock { state in
            state.messages.append(message)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        let (status, text, headers) = answer ?? (200, #"{"errcode":0,"code":0}"#, [:])
        return Response(status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
