/// Remembers which rows are surely written, by hashes of what names them, so that most calls need not ask the database.
///
/// Two generations: when the younger one is full the older one is forgotten. Hashes of 64 bits are seeded per process: with a million remembered, a row is
/// wrongly taken for known once in 10^13.
public struct RecentMarks: Sendable {
    private let limit: Int
    private var young: Set<Int> = []
    private var old: Set<Int> = []

    /// - Parameter limit: of marks remembered, about 24 bytes each.
    public init(limit: Int = 1_000_000) {
        self.limit = limit
    }

    /// What stands for a row's key.
    public static func mark(_ key: some Hashable) -> Int {
        var hasher = Hasher()
        hasher.combine(key)
        return hasher.finalize()
    }

    public func contains(_ mark: Int) -> Bool {
        young.contains(mark) || old.contains(mark)
    }

    public mutating func insert(_ marks: Set<Int>) {
        if young.count + marks.count > limit / 2 { (old, young) = (young, []) }
        young.formUnion(marks)
    }

    public mutating func insert(_ mark: Int) {
        if young.count + 1 > limit / 2 { (old, young) = (young, []) }
        young.insert(mark)
    }

    /// Forgets all.
    public mutating func removeAll() {
        (young, old) = ([], [])
    }
}
