import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// `Idempotency-Key`: a POST repeated with the same key and payload within 24 h gets the first answer again.
///
/// The console keeps the answers; this says when one is asked for.
public struct Replays: Sendable {
    /// What is known of a key.
    public enum State: Sendable {
        /// Never seen: the caller goes on, and tells `finish` or `abandon`.
        case fresh
        /// Ended, with this answer.
        case answered(Stored)
        /// The same key came with another payload.
        case otherPayload
        /// Begun and not ended.
        case running
    }

    /// An answer as it is kept.
    public struct Stored: Sendable {
        /// The status code.
        public let status: Int
        /// Where the thing that was made is.
        public let location: String?
        /// JSON, or nothing.
        public let body: [UInt8]

        public init(status: Int, location: String?, body: [UInt8]) {
            self.status = status
            self.location = location
            self.body = body
        }
    }

    /// One use of a key by one viewer on one path.
    public struct Use: Sendable, Hashable {
        /// The asker's id, empty for nobody.
        public let viewer: String
        /// Of the address, without its query.
        public let path: String
        /// As it was sent.
        public let key: String

        public init(viewer: String, path: String, key: String) {
            self.viewer = viewer
            self.path = path
            self.key = key
        }
    }

    private let begin: @Sendable (Use, _ payload: [UInt8]) async throws -> State
    private let finish: @Sendable (Use, Stored?) async throws -> Void

    /// - Parameters:
    ///   - begin: notes the use and tells what is known of it.
    ///   - finish: keeps the answer, or forgets the use when there is none to keep.
    public init(
        begin: @escaping @Sendable (Use, _ payload: [UInt8]) async throws -> State,
        finish: @escaping @Sendable (Use, Stored?) async throws -> Void
    ) {
        self.begin = begin
        self.finish = finish
    }

    func once(
        _ request: Request,
        _ context: Context,
        upTo limit: Int = InputReader.bodyLimit,
        _ respond: (Request) async throws -> Response
    ) async throws -> Response {
        guard let use = try use(request, context) else { return try await respond(request) }
        let payload = try await request.bytes(upTo: limit)
        return try await once(use, payload, request.replacingBody(payload), context, respond)
    }

    /// The same for a body that is too large to be looked at: what the head says of it stands for it.
    func onceUploaded(_ request: Request, _ context: Context, _ respond: (Request) async throws -> Response) async throws -> Response {
        guard let use = try use(request, context) else { return try await respond(request) }
        return try await once(use, Array(request.description(of: .contentType, .contentLength, .contentDigest).utf8), request, context, respond)
    }

    /// - Returns: nil when no answer is to be kept.
    private func use(_ request: Request, _ context: Context) throws -> Use? {
        guard request.method == .post, let key = request.headers[.idempotencyKey] else { return nil }
        guard (1...255).contains(key.utf8.count) else { throw Problem.invalid("Idempotency-Key", "web.replay.key") }
        return Use(viewer: context.viewer?.id ?? "", path: request.uri.path, key: key)
    }

    private func once(
        _ use: Use,
        _ payload: [UInt8],
        _ request: Request,
        _ context: Context,
        _ respond: (Request) async throws -> Response
    ) async throws -> Response {
        switch try await begin(use, payload) {
        case .fresh: return try await keep(use, request, context, respond)
        case .answered(let stored): return Response(stored)
        case .otherPayload: throw Problem(.invalid, "web.replay.payload")
        case .running: throw Problem(.conflict, "web.replay.running", retryAfter: 1)
        }
    }

    private func keep(
        _ use: Use,
        _ request: Request,
        _ context: Context,
        _ respond: (Request) async throws -> Response
    ) async throws -> Response {
        let (response, answer) = try await answer(use, request, respond)
        do {
            try await finish(use, answer)
        } catch {
            // What was asked is done: to say otherwise, or to forget the key, would have it done twice.
            context.logger.error("an answer was not kept", metadata: ["request_id": "\(context.requestID)", "error": "\(error)"])
        }
        return response
    }

    /// What the route answers, and the same as it is kept. When the route fails, nothing was done and the key is free again.
    private func answer(_ use: Use, _ request: Request, _ respond: (Request) async throws -> Response) async throws -> (Response, Stored) {
        do {
            var response = try await respond(request)
            let body = try await response.collectBody()
            return (response, Stored(status: response.status.code, location: response.headers[.location], body: body))
        } catch {
            try? await finish(use, nil)
            throw error
        }
    }
}

extension Response {
    /// The answer as it was, marked as a replay.
    init(_ stored: Replays.Stored) {
        self.init(
            status: .init(code: stored.status),
            headers: [.cacheControl: "no-store", .idempotentReplayed: "true"],
            body: .init(byteBuffer: ByteBuffer(bytes: stored.body))
        )
        if !stored.body.isEmpty { headers[.contentType] = "application/json; charset=utf-8" }
        if let location = stored.location { headers[.location] = location }
    }

    /// The body as bytes; it can still be sent afterwards.
    mutating func collectBody() async throws -> [UInt8] {
        let collector = BodyCollector()
        try await body.write(collector)
        let bytes = collector.buffer.withLockedValue { [UInt8](buffer: $0) }
        body = .init(byteBuffer: ByteBuffer(bytes: bytes))
        return bytes
    }
}

private struct BodyCollector: ResponseBodyWriter {
    let buffer = NIOLockedValueBox(ByteBuffer())

    mutating func write(_ part: ByteBuffer) async throws {
        buffer.withLockedValue { _ = $0.writeImmutableBuffer(part) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension Request {
    /// The address and some fields of the head, of each what stands before its parameters: a boundary is another each time.
    fileprivate func description(of fields: HTTPField.Name...) -> String {
        let values = fields.map { headers[$0]?.split(separator: ";").first.map(String.init) ?? "" }
        return ([uri.string] + values).joined(separator: "\n")
    }

    fileprivate func replacingBody(_ bytes: [UInt8]) -> Request {
        var head = head
        head.headerFields[.contentEncoding] = nil
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
    }
}

extension HTTPField.Name {
    static let idempotencyKey = Self("Idempotency-Key")!
    static let idempotentReplayed = Self("Idempotent-Replayed")!
    static let contentDigest = Self("Content-Digest")!
}
