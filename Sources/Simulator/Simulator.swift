import Foundation
import NIOPosix

/// A fleet of devices that are not there, and that ask a console which is: what is released to it, they fetch, run and report as devices do.
///
/// Every device follows from a seed, and so does what it does; only when it is done depends on the console's speed.
public struct Simulator: Sendable {
    private let shared: SimulatorShared

    public init(_ plan: SimulatorPlan) {
        shared = SimulatorShared(plan)
    }

    /// Runs until the plan's end, ``stop()`` or the task's cancellation.
    ///
    /// - Parameter progress: told each second what was done so far, and after how many seconds.
    public func run(progress: @escaping @Sendable (SimulatorTally, Double) -> Void = { _, _ in }) async -> SimulatorSummary {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        await withTaskCancellationHandler {
            await live(group, progress)
        } onCancel: {
            stop()
        }
        try? await group.shutdownGracefully()
        return SimulatorSummary(shared.plan, shared.counted, seconds: shared.elapsed)
    }

    /// Lets the fleet finish what is under way, for five seconds at most.
    public func stop() {
        shared.stop()
    }

    private func live(_ group: MultiThreadedEventLoopGroup, _ progress: @escaping @Sendable (SimulatorTally, Double) -> Void) async {
        let shared = shared
        let fleet = Task {
            await withTaskGroup { tasks in
                for number in 0..<shared.plan.shards { tasks.addTask { await SimulatorShard(number, shared).run(group) } }
                if shared.plan.scenario == .forged { tasks.addTask { await SimulatorForger(shared).run(group) } }
            }
        }
        let watch = Task {
            await Self.watch(shared, progress)
            try? await Task.sleep(for: .seconds(5))
            fleet.cancel()
        }
        await fleet.value
        watch.cancel()
    }

    /// Returns when the fleet is stopped, which it sees to when the plan says so.
    private static func watch(_ shared: SimulatorShared, _ progress: @Sendable (SimulatorTally, Double) -> Void) async {
        var told = 0.0
        while !shared.isStopping, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(50))
            let elapsed = shared.elapsed
            if elapsed - told >= 1 {
                told = elapsed
                progress(shared.counted, elapsed)
            }
            if let duration = shared.plan.duration, elapsed >= duration { shared.stop() }
            if shared.plan.endsWhenRolledBack, shared.counted.isRolledBack { shared.stop() }
        }
    }
}

extension SimulatorTally {
    /// Whether a patch was withdrawn, and no device that can still be reached has one like that.
    var isRolledBack: Bool {
        let withdrawn = patches.values.filter { $0.rolledBack > 0 }
        return !withdrawn.isEmpty && withdrawn.allSatisfy { $0.holding == 0 }
    }
}
