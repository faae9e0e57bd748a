/// Does the same to many things, some at a time.
enum SDKWorkers {
    /// - Returns: in the order of the items.
    static func run<Item: Sendable, Outcome: Sendable>(
        _ items: [Item],
        atOnce: Int = 3,
        _ work: @escaping @Sendable (Item) async throws -> Outcome
    ) async rethrows -> [Outcome] {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var outcomes: [Outcome?] = Array(repeating: nil, count: items.count)
            for (index, item) in items.enumerated() {
                if index >= atOnce, let (done, outcome) = try await group.next() { outcomes[done] = outcome }
                group.addTask { (index, try await work(item)) }
            }
            for try await (done, outcome) in group { outcomes[done] = outcome }
            return outcomes.compactMap { $0 }
        }
    }
}
