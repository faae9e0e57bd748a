import Storage
import Synchronization

extension Database {
    /// What a device's call needs of the database. A device is told to come again after about a second, instead of waiting for a database that is
    /// away: one that has gone without a word is noticed only after 10.
    /// - Throws: a refusal with 4001. What was asked for may then have been done, as with any upstream that took too long.
    func promptly<Value: Sendable>(
        within limit: Duration = .milliseconds(1_200),
        _ work: @escaping @Sendable (Database) async throws -> Value
    ) async throws -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                let answer = GatewayFirstAnswer(continuation)
                let timer = Task {
                    try await Task.sleep(for: limit)
                    answer.give(.failure(StorageError.unavailable("no answer within \(limit)")))
                }
                Task {
                    do { answer.give(.success(try await work(self))) } catch { answer.give(.failure(error)) }
                    timer.cancel()
                }
            }
        } catch {
            throw GatewayRefusal(passing: error) ?? error
        }
    }
}

/// The first of several ends of a wait counts.
private final class GatewayFirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func give(_ result: Result<Value, any Error>) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(with: result)
    }
}

extension GatewayRefusal {
    /// 4001 where the same may go well a little later: the database or the object store is away, or busy. nil for any other error.
    init?(passing error: any Error) {
        switch error {
        case StorageError.unavailable, StorageError.conflict, StorageError.tooSlow: self.init(.upstreamTimeout, "the console's database: \(error)")
        default: return nil
        }
    }
}
