import Synchronization

/// Remembers the rows that are surely in the database: most uploads bring nothing new, and nothing has to be asked.
///
/// Marks are hashes of 64 bits, seeded per process: with a million remembered, a row is wrongly taken for known once in 10^13.
struct TelemetrySeen {
    private let limit: Int
    private var young: Set<Int> = []
    private var old: Set<Int> = []
    /// By app, while which marks were remembered.
    private var epochs: [String: String] = [:]

    /// - Parameter limit: of marks remembered, about 24 bytes each; the older half is forgotten when it is reached.
    init(limit: Int = 1_000_000) {
        self.limit = limit
    }

    func contains(_ mark: Int) -> Bool {
        young.contains(mark) || old.contains(mark)
    }

    /// To be told only after the rows were committed.
    mutating func insert(_ marks: Set<Int>) {
        if young.count + marks.count > limit / 2 { (old, young) = (young, []) }
        young.formUnion(marks)
    }

    /// To be told before anything is looked up: where an app's epoch is another one, rows were deleted since, by whichever node.
    mutating func enter(_ epochs: [String: String]) {
        if epochs.contains(where: { self.epochs[$0.key, default: $0.value] != $0.value }) { (young, old, self.epochs) = ([], [], [:]) }
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
