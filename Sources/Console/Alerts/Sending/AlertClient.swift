import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Storage

/// Sends messages: to an address that was checked and to no other, without following redirections, within bounds.
struct AlertClient: Sendable {
    let networks: AlertNetworks
    let resolve: @Sendable (_ host: String) async throws -> GatewayAddress

    /// Bytes of an answer that are read; the first ``answerKept`` are kept.
    private static let answerRead = 16 << 10
    static let answerKept = 2_000
    private static let patience = TimeAmount.seconds(15)

    init(networks: AlertNetworks, resolve: @escaping @Sendable (_ host: String) async throws -> GatewayAddress = GatewayAddress.resolve) {
        self.networks = networks
        self.resolve = resolve
    }

    /// Never throws: what fails outside is an outcome with its problem.
    func send(_ request: AlertRequest, to kind: AlertChannelKind) async -> AlertOutcome {
        let start = ContinuousClock.now
        var outcome = await attempt(request, kind)
        outcome.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        return outcome
    }

    private func attempt(_ request: AlertRequest, _ kind: AlertChannelKind) async -> AlertOutcome {
        guard let host = Self.host(of: request.url), let address = try? await resolve(host) else { return AlertOutcome(problem: .noHost) }
        guard networks.admits(address) else { return AlertOutcome(problem: .refusedAddress) }
        let client = Self.make(host, address)
        let outcome = await exchange(request, kind, client)
        try? await client.shutdown()
        return outcome
    }

    /// As the HTTP client reads it. `URLComponents` spells the host of an international name (`xn--…`) otherwise: one name would be checked and another
    /// one asked.
    static func host(of url: String) -> String? {
        URL(string: url)?.host?.trimmingCharacters(in: ["[", "]"]).orNil
    }

    /// Tied to the address that was checked: a name that resolves to another one a moment later leads nowhere new.
    private static func make(_ host: String, _ address: GatewayAddress) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.dnsOverride = [host: address.text]
        configuration.timeout.connect = .seconds(5)
        configuration.timeout.read = .seconds(10)
        return HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }

    private func exchange(_ request: AlertRequest, _ kind: AlertChannelKind, _ client: HTTPClient) async -> AlertOutcome {
        var asked = HTTPClientRequest(url: request.url)
        asked.method = .POST
        for (name, value) in request.headers { asked.headers.add(name: name, value: value) }
        asked.body = .bytes(request.body)
        do {
            let deadline = NIODeadline.now() + Self.patience
            let response = try await client.execute(asked, deadline: deadline)
            let answer = try await Self.read(response.body, until: deadline)
            return AlertAnswer(kind, response.status.code, answer, retryAfter: response.headers.first(name: "Retry-After")).outcome
        } catch let error as HTTPClientError where Self.timeouts.contains(error) {
            return AlertOutcome(problem: .timeout)
        } catch {
            return AlertOutcome(answer: "\(error)".prefix(200).description, problem: .connection)
        }
    }

    private static let timeouts: [HTTPClientError] = [.deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout]

    /// The beginning; what comes too slowly ends it.
    private static func read(_ body: HTTPClientResponse.Body, until deadline: NIODeadline) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in body {
            bytes += part.readableBytesView.prefix(answerRead - bytes.count)
            if bytes.count >= answerRead || NIODeadline.now() > deadline { break }
        }
        return bytes
    }
}

/// What an answer means.
struct AlertAnswer {
    private let kind: AlertChannelKind
    private let status: Int
    private let bytes: [UInt8]
    private let retryAfter: String?

    init(_ kind: AlertChannelKind, _ status: some BinaryInteger, _ bytes: [UInt8], retryAfter: String?) {
        (self.kind, self.status, self.bytes, self.retryAfter) = (kind, Int(status), bytes, retryAfter)
    }

    var outcome: AlertOutcome {
        AlertOutcome(
            status: status,
            answer: TelemetryText.visible(Array(bytes.prefix(AlertClient.answerKept))),
            problem: problem,
            retryAfter: retryAfter.flatMap { Int($0) }.map { min(max($0, 0), 3_600) }
        )
    }

    private var problem: AlertProblem? {
        switch status {
        case 200..<300: kind == .webhook ? nil : robotProblem
        case 300..<400: .redirected
        case 410: .gone
        default: .status
        }
    }

    /// Robots answer 200 whatever they think; what they think stands in `errcode` (钉钉, 企业微信) or `code` (飞书, earlier `StatusCode`).
    private var robotProblem: AlertProblem? {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)), let code = answer.errcode ?? answer.code ?? answer.StatusCode
        else { return .robot }
        return code == 0 ? nil : Self.final.contains(code) ? .robotFinal : .robot
    }

    private struct Answer: Decodable {
        let errcode: Int?
        let code: Int?
        let StatusCode: Int?
    }

    /// 钉钉: no such token (300001, 300005), signature, keyword or address refused (310000). 飞书: no such robot (19001), signature (19021), address
    /// (19022), keyword (19024). 企业微信: no such robot (93000).
    private static let final: Set<Int> = [300_001, 300_005, 310_000, 19_001, 19_021, 19_022, 19_024, 93_000]
}
