import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes signed calls through the gateway (`POST /mgw.htm`).
///
///     let login: Result<Login, GatewayFailure> = await gateway.call("com.example.login", Credentials(name, password))
///     if case .success(let login) = login { gateway.session.id = login.sessionId }
///
/// **Repetition.** A call is sent once. The gateway takes a signature once for an operation that changes something, so
/// a repetition is a new call, and when an answer is lost nobody knows whether the first was done. Only the app can know that
/// doing it twice is harmless; for questions that change nothing, hand over a policy: `retry: .reading`.
/// One repetition needs no policy: when the device's clock is wrong (7003, nothing was done), the call is signed again by the gateway's.
///
/// Copies share the session. All calls may be made from any task.
public struct GatewayClient: Sendable {
    /// The log-in that calls carry.
    public let session: GatewaySession
    private let envelope: GatewayEnvelope
    private let signer: GatewaySigner
    private let clock = GatewayClock()
    private let random: @Sendable () -> Double
    private let send: Send
    private let sleep: @Sendable (Double) async throws -> Void
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - address: of the gateway, with its path, such as `https://console.example.com/mgw.htm`.
    ///   - timeout: seconds without any progress after which a call counts as failed.
    ///   - sleep: waits for some seconds; throws when the task is cancelled.
    ///   - random: from 0 to 1.
    public init(
        address: URL,
        identity: GatewayIdentity,
        signer: GatewaySigner,
        session: GatewaySession = GatewaySession(),
        timeout: TimeInterval = 30,
        send: @escaping Send = Transport.urlSession,
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        envelope = GatewayEnvelope(address: address, identity: identity, timeout: timeout)
        self.signer = signer
        self.session = session
        self.send = send
        self.sleep = sleep
        self.random = random
        self.now = now
    }

    /// Calls an operation and reads its result.
    ///
    /// - Parameters:
    ///   - request: becomes `_requestBody`; dates are written as RFC 3339.
    ///   - retry: for operations that change nothing; see the type's description.
    public func call<Answer: Decodable>(
        _ operation: String,
        _ request: some Encodable & Sendable,
        as type: Answer.Type = Answer.self,
        retry: RetryPolicy = .once
    ) async -> Result<Answer, GatewayFailure> {
        switch GatewayEnvelope.json(request) {
        case .success(let json): await call(operation, json: json, retry: retry).flatMap { $0.decoded(as: type) }
        case .failure(let failure): .failure(failure)
        }
    }

    /// Calls an operation with a request that is JSON already, and gives the result as it came.
    public func call(_ operation: String, json: [UInt8], retry: RetryPolicy = .once) async -> Result<GatewayAnswer, GatewayFailure> {
        let body = GatewayEnvelope.body(json)
        var failures = 0
        while true {
            let outcome = await callInTime(operation, body)
            guard case .failure(let failure) = outcome, failure.isPassing else { return outcome }
            failures += 1
            guard let wait = retry.wait(failures: failures, requested: nil, random: random()) else { return outcome }
            guard await pause(wait) else { return .failure(.cancelled) }
        }
    }

    private func callInTime(_ operation: String, _ body: [UInt8]) async -> Result<GatewayAnswer, GatewayFailure> {
        let outcome = await callOnce(operation, body)
        guard case .failure(let failure) = outcome, failure.status == .timeOutsideValidity, clock.adopt() else { return outcome }
        return await callOnce(operation, body)
    }

    private func callOnce(_ operation: String, _ body: [UInt8]) async -> Result<GatewayAnswer, GatewayFailure> {
        let signature = signer.sign(operation, body, at: clock.corrected(now()))
        let session = session.id
        let outcome = await answer(to: envelope.request(operation, body, signature, session: session))
        if case .failure(let failure) = outcome, failure.status == .loginExpired { self.session.expire(session) }
        return outcome
    }

    private func answer(to request: URLRequest) async -> Result<GatewayAnswer, GatewayFailure> {
        do {
            let (data, response) = try await send(request)
            clock.hear(response.value(forHTTPHeaderField: "Date"), at: now())
            return GatewayAnswer.read(data, response)
        } catch {
            return .failure(Task.isCancelled ? .cancelled : GatewayFailure(error))
        }
    }

    private func pause(_ seconds: Double) async -> Bool {
        do {
            try await sleep(seconds)
            return !Task.isCancelled
        } catch {
            return false
        }
    }
}

extension RetryPolicy {
    /// No repetition: right for whatever changes something.
    public static let once = RetryPolicy(attempts: 1)
    /// Three tries within some seconds: for questions.
    public static let reading = RetryPolicy(attempts: 3, base: 1, longest: 5)
}
