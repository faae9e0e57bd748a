import Synchronization

/// Writes of many at once: items that come while others are being written wait and make the next group, so that a commit is shared by as many as
/// there are. Each is answered when its group is on disk.
public final class GroupedWrites<Item: Sendable, Answer: Sendable>: Sendable {
    private let mostAtOnce: Int
    private let longestQueue: Int
    private let full: @Sendable () -> any Error
    private let write: @Sendable ([Item]) async -> [Result<Answer, any Error>]
    private let queue = Mutex(Queue())

    private struct Waiting: Sendable {
        let item: Item
        let answer: CheckedContinuation<Answer, any Error>
    }

    private struct Queue {
        var waiting: [Waiting] = []
        var isWriting = false
    }

    /// - Parameters:
    ///   - mostAtOnce: items in one group.
    ///   - longestQueue: items that wait at once; one more gets an error.
    ///   - full: that error.
    ///   - write: writes a group, and says of each of its items, in their order, what came of it.
    public init(
        mostAtOnce: Int = 500,
        longestQueue: Int = 10_000,
        full: @escaping @Sendable () -> any Error,
        write: @escaping @Sendable ([Item]) async -> [Result<Answer, any Error>]
    ) {
        (self.mostAtOnce, self.longestQueue, self.full, self.write) = (mostAtOnce, longestQueue, full, write)
    }

    /// - Returns: when it is written.
    public func take(_ item: Item) async throws -> Answer {
        try await withCheckedThrowingContinuation { answer in
            let begins = queue.withLock { queue -> Bool? in
                guard queue.waiting.count < longestQueue else { return nil }
                queue.waiting.append(Waiting(item: item, answer: answer))
                defer { queue.isWriting = true }
                return !queue.isWriting
            }
            guard let begins else { return answer.resume(throwing: full()) }
            if begins { Task { await writeAll() } }
        }
    }

    /// Until nobody waits any more.
    private func writeAll() async {
        while true {
            let group = queue.withLock { queue in
                let group = Array(queue.waiting.prefix(mostAtOnce))
                queue.waiting.removeFirst(group.count)
                queue.isWriting = !group.isEmpty
                return group
            }
            if group.isEmpty { return }
            for (waiting, result) in zip(group, await write(group.map(\.item))) { waiting.answer.resume(with: result) }
        }
    }
}
