import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Signing
import Synchronization

/// Asks an S3-compatible store: signs, bounds, and tries again what may succeed a moment later.
final class S3Client: Sendable {
    let place: S3Place
    private let signature: S3Signature
    private let patience: S3Patience
    private let http: HTTPClient
    /// Whether the store takes `If-None-Match` on a PUT, as far as we know.
    private let isConditional = Mutex(true)

    init(_ place: S3Place, _ key: S3Key, _ patience: S3Patience) {
        self.place = place
        self.patience = patience
        signature = S3Signature(key: key, region: place.region)
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(3)
        // Attempts are counted here.
        configuration.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }

    deinit {
        http.shutdown(queue: .global()) { _ in }
    }

    var takesConditions: Bool {
        get { isConditional.withLock { $0 } }
        set { isConditional.withLock { $0 = newValue } }
    }

    /// - Returns: an answer that another attempt would not change, whatever its status.
    /// - Throws: `StorageError.unavailable` when there was none in time, `S3TooLong` for one over the question's limit.
    func ask(_ question: S3Question) async throws -> S3Answer {
        let bytes = patience.timeOfBytes(question.body.count + question.limit)
        let end = ContinuousClock.now + patience.whole + bytes
        var attempt = 1
        while true {
            let reason: String
            do {
                let answer = try await within(patience.attempt + bytes) { try await self.attempt(question) }
                guard answer.isPassing else { return answer }
                reason = answer.refusal
            } catch let error as S3TooLong {
                throw error
            } catch {
                try Task.checkCancellation()
                reason = Self.reason(error)
            }
            let pause = patience.pause(after: attempt, random: .random(in: 0...1))
            attempt += 1
            guard attempt <= patience.attempts, .now + pause < end else { throw unavailable(reason) }
            try await Task.sleep(for: pause)
        }
    }

    func unavailable(_ reason: String) -> StorageError {
        .unavailable("the object store \(place): \(reason)")
    }

    private struct TooSlow: Error {}

    /// The client's own deadline ends with the head of the answer; this one also holds for its body.
    private func within<Value: Sendable>(_ limit: Duration, _ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw TooSlow()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw TooSlow() }
            return value
        }
    }

    /// In a few words, without addresses of ours or anything that was sent.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case is TooSlow: "no answer in time"
        case let error as HTTPClientError: error.shortDescription
        case is NIOConnectionError: "no connection"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        default: "the connection failed (\(type(of: error)))"
        }
    }

    // MARK: one attempt

    private func attempt(_ question: S3Question) async throws -> S3Answer {
        let response = try await http.execute(request(question), deadline: .distantFuture)
        let isGood = (200..<300).contains(response.status.code)
        let limit = isGood ? question.limit : S3Answer.errorLimit
        if let length = response.headers.first(name: "Content-Length").flatMap(Int.init), question.method != .HEAD, length > limit {
            if isGood { throw S3TooLong(size: length) }
            return S3Answer(status: Int(response.status.code), headers: response.headers, body: [])
        }
        do {
            let body = Array(buffer: try await response.body.collect(upTo: limit))
            return S3Answer(status: Int(response.status.code), headers: response.headers, body: body)
        } catch is NIOTooManyBytesError {
            throw S3TooLong(size: limit + 1)
        }
    }

    private func request(_ question: S3Question) -> HTTPClientRequest {
        let signed = S3Signature.Request(
            method: question.method.rawValue,
            path: "/\(place.bucket)" + (question.object.map { "/\(place.prefix)\($0)" } ?? ""),
            query: question.query,
            headers: question.headers + [("host", place.host)],
            payload: question.payload
        )
        let query = signed.escapedQuery
        var request = HTTPClientRequest(url: place.endpoint + signed.escapedPath + (query.isEmpty ? "" : "?\(query)"))
        request.method = question.method
        request.headers = HTTPHeaders(signature.headers(signed, at: Date()).map { ($0.name, $0.value) })
        if question.method == .PUT || question.method == .POST { request.body = .bytes(ByteBuffer(bytes: question.body)) }
        return request
    }
}

/// An answer over the limit of its question.
struct S3TooLong: Error {
    /// Bytes, as far as known.
    let size: Int
}
