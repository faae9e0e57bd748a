/// Remembers the rows that are surely in the database: most uploads bring nothing new, and nothing has to be asked.
///
/// Marks are hashes of 64 bits, seeded per process: with a million remembered, a row is wrongly taken for known once in 10^13.
struct TelemetrySeen {
    private let limit: Int
    private var young: Set<Int> = []
    private var old: Set<Int> = []
    /// How often everything was forgotten, so that what was found out before is not remembered after it.
    private(set) var generation = 0

    /// - Parameter limit: of marks remembered, about 24 bytes each; the older half is forgotten when it is reached.
    init(limit: Int = 1_000_000) {
        self.limit = limit
    }

    func contains(_ mark: Int) -> Bool {
        young.contains(mark) || old.contains(mark)
    }

    /// To be told only after the rows were committed.
    /// - Parameter generation: when the rows were written.
    mutating func insert(_ marks: Set<Int>, since generation: Int) {
        guard generation == self.generation else { return }
        if young.count + marks.count > limit / 2 { (old, young) = (young, []) }
        young.formUnion(marks)
    }

    /// Because rows are deleted.
    mutating func forget() {
        (young, old) = ([], [])
        generation += 1
    }
}
