import Storage
import Synchronization

/// Remembers the rows that are surely in the database: most uploads bring nothing new, and nothing has to be asked.
struct TelemetrySeen {
    private var marks = RecentMarks()
    /// By app, while which marks were remembered.
    private var epochs: [String: String] = [:]

    func contains(_ mark: Int) -> Bool { marks.contains(mark) }

    /// To be told only after the rows were committed.
    mutating func insert(_ marks: Set<Int>) { self.marks.insert(marks) }

    /// To be told before anything is looked up: where an app's epoch is another one, rows were deleted since, by whichever node.
    mutating func enter(_ epochs: [String: String]) {
        if epochs.contains(where: { self.epochs[$0.key, default: $0.value] != $0.value }) {
            marks.removeAll()
            self.epochs = [:]
        }
        self.epochs.merge(epochs) { $1 }
    }
}

/// What one writer remembers; it writes one group after the other, so nothing is looked up between a commit and what is learnt from it.
final class TelemetryMemory: Sendable {
    private let state = Mutex(TelemetrySeen())

    /// - Parameter epochs: as read in the transaction that uses the answer.
    func seen(in epochs: [String: String]) -> TelemetrySeen {
        state.withLock { seen in
            seen.enter(epochs)
            return seen
        }
    }

    /// To be told only after the rows were committed.
    func insert(_ marks: Set<Int>) {
        state.withLock { $0.insert(marks) }
    }
}
