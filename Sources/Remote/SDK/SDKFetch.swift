import Synchronization

/// Downloads and installs what was ordered, some at a time.
struct SDKFetch: Sendable {
    let console: RemoteConsole
    let workshop: SDKWorkshop
    let tell: @Sendable (SDKEvent) -> Void

    /// - Parameter orders: one for each module.
    /// - Returns: in the same order.
    func run(_ orders: [SDKOrder]) async -> [SDKChange] {
        let before = Dictionary(workshop.entries.map { ($0.module.lowercased(), $0.version) }) { first, _ in first }
        let desk = SDKDesk(orders.count, tell)
        tell(.begins(modules: orders.count, bytes: orders.reduce(0) { $0 + $1.release.file.size }))
        return await SDKWorkers.run(Array(orders.enumerated())) { index, order in
            let error = await deliver(order.release, desk) { desk.received($0, of: index) }
            let change = SDKChange(
                module: order.release.module,
                file: order.release.title,
                from: before[order.release.module.lowercased()],
                to: order.release.version,
                error: error.map { "\($0)" },
                remark: order.remark?.words
            )
            desk.finished(change, index)
            return change
        }
    }

    /// - Returns: why it did not work.
    private func deliver(_ release: SDKRelease, _ desk: SDKDesk, _ progress: @escaping @Sendable (Int) -> Void) async -> (any Error)? {
        // A console that is away for one is away for all; each would wait for it again.
        if let away = desk.away { return away }
        do {
            try await console.download(release.path, to: workshop.place(of: release), expecting: release.file, progress: progress)
            try workshop.install(release)
            return nil
        } catch {
            desk.failed(error)
            return error
        }
    }
}

/// Gathers what the workers say: bytes as a sum, modules in their order.
private final class SDKDesk: Sendable {
    private let state: Mutex<State>
    private let tell: @Sendable (SDKEvent) -> Void

    private struct State {
        var bytes: [Int]
        var sum = 0
        var changes: [SDKChange?]
        var told = 0
        var away: RemoteError?
    }

    init(_ count: Int, _ tell: @escaping @Sendable (SDKEvent) -> Void) {
        state = Mutex(State(bytes: Array(repeating: 0, count: count), changes: Array(repeating: nil, count: count)))
        self.tell = tell
    }

    var away: RemoteError? { state.withLock { $0.away } }

    func received(_ bytes: Int, of index: Int) {
        state.withLock { state in
            state.sum += bytes - state.bytes[index]
            state.bytes[index] = bytes
            tell(.received(state.sum))
        }
    }

    func failed(_ error: any Error) {
        guard let error = error as? RemoteError, case .unreachable = error else { return }
        state.withLock { $0.away = error }
    }

    func finished(_ change: SDKChange, _ index: Int) {
        state.withLock { state in
            state.changes[index] = change
            while state.told < state.changes.count, let next = state.changes[state.told] {
                tell(.changed(next))
                state.told += 1
            }
        }
    }
}
