import Synchronization

/// Whether this process may write at all. Asked inside each transaction, so that a write that waited for its turn is refused too.
final class WriteGate: Sendable {
    private let reason = Mutex<String?>(nil)

    func close(_ reason: String) {
        self.reason.withLock { $0 = reason }
    }

    func open() {
        reason.withLock { $0 = nil }
    }

    /// - Throws: `StorageError.readOnly` while it is closed.
    func check() throws {
        if let reason = reason.withLock({ $0 }) { throw StorageError.readOnly(reason) }
    }
}
