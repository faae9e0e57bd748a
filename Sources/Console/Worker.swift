import Logging
import ServiceLifecycle
import Storage

/// Does one bounded batch every so often, until shutdown: on every node, or on one at a time.
struct Worker: Service {
    let name: String
    private let every: Duration
    private let lease: NodeLease?
    private let outage: WorkerOutage
    private let tick: @Sendable () async throws -> Void

    private static let logger = Logger(label: "worker")
    /// How soon a node that got the lease begins.
    private static let look = Duration.seconds(1)

    /// - Parameters:
    ///   - lease: whoever has it does the work, and its writes carry the lease's token; nil for work of each node.
    ///   - outage: shared by all workers of a node.
    init(_ name: String, every: Duration, under lease: NodeLease? = nil, _ outage: WorkerOutage, _ tick: @escaping @Sendable () async throws -> Void)
    {
        self.name = name
        self.every = every
        self.lease = lease
        self.outage = outage
        self.tick = tick
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let pause = await tickOnce() ? every : min(every, Self.look)
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// - Returns: false when it is another node's turn.
    func tickOnce() async -> Bool {
        do {
            if let lease {
                guard let hold = lease.hold else { return false }
                try await hold.guarding(tick)
            } else {
                try await tick()
            }
            outage.succeeded(name)
        } catch let lost as NodeLeaseLost {
            Self.logger.notice("worker stopped", metadata: ["worker": "\(name)", "reason": "\(lost)"])
            return false
        } catch StorageError.unavailable(let message), StorageError.readOnly(let message) {
            outage.failed(name, message)
        } catch is CancellationError {
            // Shutting down.
        } catch {
            Self.logger.error("worker failed", metadata: ["worker": "\(name)", "error": "\(error)"])
        }
        return true
    }
}
