import Logging
import ServiceLifecycle

/// Does one bounded batch every so often, until shutdown.
struct Worker: Service {
    let name: String
    let every: Duration
    let logger: Logger
    let tick: @Sendable () async throws -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await tickOnce()
                try? await Task.sleep(for: every)
            }
        }
    }

    private func tickOnce() async {
        do {
            try await tick()
        } catch {
            logger.error("worker failed", metadata: ["worker": "\(name)", "error": "\(error)"])
        }
    }
}
