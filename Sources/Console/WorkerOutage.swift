import Logging
import Synchronization

/// A database that is away, or takes no changes while it is moved, fails every worker every second: it is said once when that begins, and
/// once when it is over.
final class WorkerOutage: Sendable {
    private let failing = Mutex<Set<String>>([])

    private static let logger = Logger(label: "worker")

    /// - Returns: whether this is news.
    @discardableResult
    func failed(_ worker: String, _ message: String) -> Bool {
        let isNews = failing.withLock { failing in
            defer { failing.insert(worker) }
            return failing.isEmpty
        }
        if isNews { Self.logger.error("the database cannot be used, workers go on trying", metadata: ["error": "\(message)"]) }
        return isNews
    }

    /// Only of a worker that met the outage: others may not have asked the database at all.
    /// - Returns: whether this is news.
    @discardableResult
    func succeeded(_ worker: String) -> Bool {
        let isNews = failing.withLock { failing in
            guard failing.contains(worker) else { return false }
            failing = []
            return true
        }
        if isNews { Self.logger.notice("the database can be used again") }
        return isNews
    }
}
