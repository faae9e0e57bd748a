import Synchronization

/// When a read has to end. Time counts from when it has a connection: waiting for one is not its fault.
final class ReadDeadline: Sendable {
    private let limit: Duration
    private let began = Mutex<ContinuousClock.Instant?>(nil)

    init(_ limit: Duration) {
        self.limit = limit
    }

    func begin() {
        began.withLock { $0 = .now }
    }

    /// Returns when the time is over.
    func pass() async throws {
        while left > .zero { try await Task.sleep(for: left) }
    }

    /// The whole limit before the read has begun.
    private var left: Duration {
        began.withLock { $0 }.map { limit - (.now - $0) } ?? limit
    }
}
