import Synchronization
import Web

/// An upload that waits for its place in the ledger. It is answered once, by whoever comes first: the writer, or the clock.
final class TelemetryWaiting: Sendable {
    let entry: TelemetryEntry
    private let since = ContinuousClock.now
    private let answer: Mutex<CheckedContinuation<TelemetryReceipt, any Error>?>

    init(_ entry: TelemetryEntry, _ answer: CheckedContinuation<TelemetryReceipt, any Error>) {
        self.entry = entry
        self.answer = Mutex(answer)
    }

    func resume(with result: Result<TelemetryReceipt, Problem>) {
        taken()?.resume(with: result.mapError { $0 })
    }

    func resume(throwing error: any Error) {
        taken()?.resume(throwing: error)
    }

    /// How long it has waited.
    var age: Duration { ContinuousClock.now - since }

    private func taken() -> CheckedContinuation<TelemetryReceipt, any Error>? {
        answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
    }
}
