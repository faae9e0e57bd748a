import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Storage
import Web

/// Passes calls on to the servers of the apps' teams.
struct GatewayProxy: Sendable {
    let clients: GatewayClients
    let sessions: GatewaySessions
    let clock: Clock
    private let cache = GatewayCache()

    init(clients: GatewayClients, sessions: GatewaySessions, clock: Clock) {
        self.clients = clients
        self.sessions = sessions
        self.clock = clock
    }

    /// Up to this size an answer is read whole before the device gets any of it, so that a failure in its middle is still a 4002. Longer ones
    /// have to say their length, and are sent on while they arrive.
    static let wholeLimit = 1 << 20
    static let streamLimit = 64 << 20

    /// - Throws: a refusal with 4001 when the upstream took too long, 4002 for whatever else went wrong with it.
    func answer(_ call: GatewayCall, _ upstream: GatewayUpstream, _ ask: GatewayAsk) async throws -> GatewayAnswer {
        if let mock = upstream.mock { return GatewayAnswer(.bytes(Array(mock.utf8))) }
        guard upstream.cacheSeconds > 0 else { return try await fetch(call, upstream, ask) }
        let key = GatewayCache.Key(call, upstream, headers: passed(upstream, ask))
        if let kept = cache.answer(key, at: call.receivedAt) { return kept }
        let answer = try await fetch(call, upstream, ask)
        let end = call.receivedAt.addingTimeInterval(Double(upstream.cacheSeconds))
        return cache.keep(answer, key, from: call.receivedAt, until: end)
    }

    private func fetch(_ call: GatewayCall, _ upstream: GatewayUpstream, _ ask: GatewayAsk) async throws -> GatewayAnswer {
        let start = ContinuousClock.now
        defer { ask.waited(ContinuousClock.now - start) }
        do {
            let client = try await clients.client(for: upstream)
            let response = try await client.execute(try request(call, upstream, ask), timeout: .milliseconds(Int64(upstream.timeoutMilliseconds)))
            guard (200..<300).contains(response.status.code) else {
                throw GatewayRefusal(.upstreamFailed, "the upstream answered \(response.status.code)")
            }
            return GatewayAnswer(try await body(of: response), session: session(response, call))
        } catch let refusal as GatewayRefusal {
            throw refusal
        } catch let error as HTTPClientError where Self.timeouts.contains(error) {
            throw GatewayRefusal(.upstreamTimeout, "no answer within \(upstream.timeoutMilliseconds) ms")
        } catch {
            throw GatewayRefusal(.upstreamFailed, "\(error)".prefix(200).description)
        }
    }

    private static let timeouts: [HTTPClientError] = [.deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout]

    private func body(of response: HTTPClientResponse) async throws -> GatewayAnswer.Body {
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        guard let length, length > Self.wholeLimit else {
            do {
                return .bytes(Array(buffer: try await response.body.collect(upTo: Self.wholeLimit)))
            } catch is NIOTooManyBytesError {
                throw GatewayRefusal(.upstreamFailed, "the answer is over \(Self.wholeLimit) bytes and does not say its length")
            }
        }
        guard length <= Self.streamLimit else { throw GatewayRefusal(.upstreamFailed, "the answer has \(length) bytes, \(Self.streamLimit) at most") }
        return .stream(response.body, length: length)
    }

    /// The app's own log-in tells whom it let in by a header; their session is then the gateway's to make.
    private func session(_ response: HTTPClientResponse, _ call: GatewayCall) -> String? {
        response.headers.first(name: "X-Gateway-Login").flatMap { user in
            (1...128).contains(user.utf8.count) ? sessions.make(user, app: call.app.id, at: clock.now) : nil
        }
    }

    // MARK: the request

    private func request(_ call: GatewayCall, _ upstream: GatewayUpstream, _ ask: GatewayAsk) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(url: upstream.url)
        request.method = HTTPMethod(rawValue: upstream.method.rawValue)
        request.headers = headers(call, upstream, ask)
        switch upstream.method {
        case .post, .put: request.body = .bytes(call.request)
        case .get, .delete: request.url = try Self.asking(upstream.url, call.request)
        }
        return request
    }

    private func headers(_ call: GatewayCall, _ upstream: GatewayUpstream, _ ask: GatewayAsk) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "Content-Type": "application/json; charset=utf-8", "Accept": "application/json",
            "X-Gateway-App": call.platform.appKey, "X-Gateway-Operation": call.operation,
        ]
        if let user = call.user { headers.add(name: "X-Gateway-User", value: user) }
        for (name, value) in passed(upstream, ask) { headers.add(name: name, value: value) }
        return headers
    }

    /// What goes on of the device's own headers. Asked again, as an upstream may have been set up when more could be listed.
    private func passed(_ upstream: GatewayUpstream, _ ask: GatewayAsk) -> [(name: String, value: String)] {
        upstream.passHeaders.filter(GatewayPassHeaders.admits).compactMap { name in ask.header(name).map { (name, $0) } }
    }

    /// A GET has no body: the request goes as the parameter `request`. Every byte that could mean something is encoded: many servers take a plus sign
    /// for a space, and `URLQueryItem` leaves it.
    private static func asking(_ url: String, _ request: [UInt8]) throws -> String {
        guard var parts = URLComponents(string: url) else { throw GatewayRefusal(.upstreamFailed, "the upstream's address cannot be read") }
        let request = URLQueryItem(name: "request", value: PercentEncoding.encode(String(decoding: request, as: UTF8.self)))
        parts.percentEncodedQueryItems = (parts.percentEncodedQueryItems ?? []) + [request]
        guard let asking = parts.string else { throw GatewayRefusal(.upstreamFailed, "the upstream's address cannot be read") }
        return asking
    }
}
