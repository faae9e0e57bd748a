import Foundation
import Synchronization

/// Threads for what reads and writes for seconds: the pool that all file calls share has one a processor.
final class PackageThreads: Sendable {
    private let queue = OperationQueue()

    /// - Parameter count: each job takes two: one writes, one verifies what is written.
    init(count: Int = 2 * JobWorker.perNode) {
        queue.maxConcurrentOperationCount = count
    }

    /// Does something elsewhere, and tells it when this task is cancelled.
    func run<Value: Sendable>(_ body: @escaping @Sendable (PackageStop) throws -> Value) async throws -> Value {
        let stop = PackageStop()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.addOperation { continuation.resume(with: Result { try body(stop) }) }
            }
        } onCancel: {
            stop.set()
        }
    }
}

/// Says that nobody waits any more.
final class PackageStop: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }

    /// - Throws: `CancellationError`.
    func check() throws {
        if isSet { throw CancellationError() }
    }
}
