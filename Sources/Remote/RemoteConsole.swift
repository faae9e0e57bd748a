import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A running console, asked over the network by a command on somebody's machine.
///
/// Redirects are not followed: the token is for this address alone.
public final class RemoteConsole: Sendable {
    /// Without a slash at the end.
    public let address: String
    let patience: RemotePatience
    private let token: RemoteToken?
    private let http: HTTPClient

    /// - Parameter token: what the console lets everybody do needs none.
    public init(_ address: RemoteAddress, token: RemoteToken? = nil, patience: RemotePatience = RemotePatience()) {
        self.address = address.text
        self.token = token
        self.patience = patience
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = patience.connecting
        configuration.timeout.read = patience.silence
        // Attempts are counted here.
        configuration.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }

    deinit {
        http.shutdown(queue: .global()) { _ in }
    }

    /// One resource.
    /// - Throws: ``RemoteError``.
    public func get<Answer: Decodable>(_ path: RemotePath, as type: Answer.Type = Answer.self) async throws -> Answer {
        try await answer(RemoteQuestion(.GET, path))
    }

    /// Makes something. Sent again after a failure, it is still made once: the console knows it by its `Idempotency-Key`.
    /// - Throws: ``RemoteError``.
    public func post<Answer: Decodable>(_ path: RemotePath, _ body: some Encodable, as type: Answer.Type = Answer.self) async throws -> Answer {
        try await answer(try RemoteQuestion(making: path, body))
    }

    func answer<Answer: Decodable>(_ question: RemoteQuestion) async throws -> Answer {
        try read(try await ask(question), of: question)
    }

    func read<Answer: Decodable>(_ body: [UInt8], of question: RemoteQuestion) throws -> Answer {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode(Answer.self, from: Data(body))
        } catch {
            throw RemoteError.unreadable(address, "\(question.path)")
        }
    }

    /// Tries again what may succeed a moment later.
    func ask(_ question: RemoteQuestion) async throws -> [UInt8] {
        var failures = 0
        while true {
            do {
                return try await askOnce(question)
            } catch let error as RemoteError where error.isPassing {
                failures += 1
                guard failures < patience.attempts else { throw error }
                try await patience.pause(after: failures, error)
            }
        }
    }

    /// The client's deadline ends with the head of an answer; this one also holds for its body.
    private func within<Value: Sendable>(_ limit: Duration, _ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask { [address] in
                try await Task.sleep(for: limit)
                throw RemoteError.unreachable(address, "no answer in time")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    /// Once, and no longer than an answer may take.
    func askOnce(_ question: RemoteQuestion) async throws -> [UInt8] {
        try await within(patience.whole) { try await self.attempt(question) }
    }

    private func attempt(_ question: RemoteQuestion) async throws -> [UInt8] {
        let response = try await open(question)
        guard (200..<300).contains(response.status.code) else { throw await refusal(response) }
        return try await collect(response, upTo: question.limit)
    }

    /// Sends a file and reads the answer; once, for as long as bytes go or come.
    func send(_ question: RemoteQuestion, _ body: HTTPClientRequest.Body) async throws -> [UInt8] {
        let response = try await open(question, body)
        guard (200..<300).contains(response.status.code) else { throw await refusal(response) }
        return try await collect(response, upTo: question.limit)
    }

    /// The head of an answer of any status; its body is still on its way.
    /// - Parameter file: sent instead of the question's own body.
    func open(_ question: RemoteQuestion, _ file: HTTPClientRequest.Body? = nil) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: address + question.path.text)
        request.method = question.method
        request.headers = HTTPHeaders(question.headers)
        request.headers.add(name: "Accept", value: "application/json, application/problem+json, application/octet-stream;q=0.9")
        request.headers.add(name: "User-Agent", value: "console")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token.secret)") }
        if let body = question.body { request.body = .bytes(ByteBuffer(bytes: body)) }
        if let file { request.body = file }
        do {
            return try await http.execute(request, deadline: .distantFuture)
        } catch {
            throw failure(error)
        }
    }

    /// What the network said, in words.
    func failure(_ error: any Error) -> any Error {
        error is RemoteError || error is CancellationError ? error : RemoteError.unreachable(address, RemoteFailure.words(error))
    }

    /// Why the console did not do it.
    func refusal(_ response: HTTPClientResponse) async -> RemoteError {
        if let place = response.headers.first(name: "Location"), (300..<400).contains(response.status.code) {
            return .elsewhere(address, RemoteText.clean(place))
        }
        let body = try? await collect(response, upTo: RemoteProblem.limit)
        let problem = body.flatMap { try? JSONDecoder().decode(RemoteProblem.self, from: Data($0)) } ?? RemoteProblem()
        let wait = response.headers.first(name: "Retry-After").flatMap { RemoteRetryAfter.seconds($0, now: Date()) }
        return .refused(address, status: Int(response.status.code), problem, hasToken: token != nil, retryAfter: wait)
    }

    private func collect(_ response: HTTPClientResponse, upTo limit: Int) async throws -> [UInt8] {
        do {
            return Array(buffer: try await response.body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw RemoteError.tooLong(address, limit)
        } catch {
            throw failure(error)
        }
    }
}
