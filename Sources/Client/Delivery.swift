import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends a request until it is answered for good: repeats it, unchanged, after a network error, a 408, a 429, a 5xx,
/// or an answer that is not the server's (a hotel's log-in page is also a 200).
public struct Delivery: Sendable {
    /// How often, and how long apart.
    public var retry: RetryPolicy
    private let send: Send
    private let sleep: @Sendable (Double) async throws -> Void
    private let random: @Sendable () -> Double
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - sleep: waits for some seconds; throws when the task is cancelled.
    ///   - random: from 0 to 1.
    public init(
        retry: RetryPolicy = RetryPolicy(),
        send: @escaping Send = Transport.urlSession,
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.retry = retry
        self.send = send
        self.sleep = sleep
        self.random = random
        self.now = now
    }

    /// The answer, or why there is none. Failures of the outside world and cancellation are values, so nothing is thrown.
    func deliver<Answer: Decodable & Sendable>(_ request: URLRequest) async -> Result<Answer, DeliveryFailure> {
        var failures = 0
        while true {
            switch await attempt(request, for: Answer.self) {
            case .success(let answer): return .success(answer)
            case .failure(let failure):
                failures += 1
                guard failure.isPassing, let wait = wait(failures, failure) else { return .failure(failure) }
                guard await pause(wait) else { return .failure(.cancelled) }
            }
        }
    }

    private func attempt<Answer: Decodable>(_ request: URLRequest, for: Answer.Type) async -> Result<Answer, DeliveryFailure> {
        do {
            let (data, response) = try await send(request)
            return read(data, response)
        } catch {
            return .failure(Task.isCancelled ? .cancelled : .unreachable((error as NSError).localizedDescription))
        }
    }

    private func read<Answer: Decodable>(_ data: Data, _ response: HTTPURLResponse) -> Result<Answer, DeliveryFailure> {
        guard (200...299).contains(response.statusCode) else { return .failure(failure(data, response)) }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: data) else { return .failure(.unreadable) }
        return .success(answer)
    }

    private func failure(_ data: Data, _ response: HTTPURLResponse) -> DeliveryFailure {
        let status = response.statusCode
        let detail = (try? JSONDecoder().decode(ProblemDetail.self, from: data))?.detail
        guard status == 408 || status == 429 || status >= 500 else { return .refused(status: status, detail: detail) }
        let requested = response.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter.seconds($0, now: now()) }
        return .busy(status: status, retryAfter: requested, detail: detail)
    }

    private func wait(_ failures: Int, _ failure: DeliveryFailure) -> Double? {
        retry.wait(failures: failures, requested: failure.retryAfter, random: random())
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

/// The part of the server's problem document (RFC 9457) that is for people.
private struct ProblemDetail: Decodable {
    let detail: String?
}
