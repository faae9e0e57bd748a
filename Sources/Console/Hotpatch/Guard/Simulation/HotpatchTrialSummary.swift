import Foundation

/// What became of many simulated rollouts of one kind of patch, beside a test of a fixed size.
public struct HotpatchTrialSummary: Codable, Sendable {
    public let patch: String
    public let seed: UInt64
    public let rollouts: Int
    public let halted: Int
    /// Part of them, and its 95 % interval.
    public let share: Double
    public let low: Double
    public let high: Double
    /// Of those that were halted: hours, exposed devices and first crashes of both arms by then.
    public let medianHours: Double?
    public let medianExposed: Double?
    public let medianCrashed: Double?
    /// How often each question said most.
    public let questions: [String: Int]
    /// First crashes that a log-rank test of a fixed size needs for a doubled rate: one-sided at 1 %, like the guard, which looks for harm alone.
    public let fixedCrashed: Double
    /// With which power: the share that was halted, at most 99.9 %.
    public let fixedPower: Double
    /// The same at 95 %, and two-sided at 95 %.
    public let fixedCrashedAt95: Double
    public let fixedCrashedTwoSidedAt95: Double

    /// Runs them, one after the other.
    public init(_ trial: HotpatchTrial, rollouts: Int, seed: UInt64, progress: (Int) -> Void = { _ in }) {
        let outcomes = (0..<rollouts).map { number in
            defer { progress(number + 1) }
            return trial.run(seed: seed, number: number)
        }
        let stopped = outcomes.filter { $0.halted != nil }
        let interval = StatisticsRate.interval(stopped.count, of: rollouts)
        patch = trial.patch.rawValue
        self.seed = seed
        self.rollouts = rollouts
        halted = stopped.count
        share = rollouts > 0 ? Double(stopped.count) / Double(rollouts) : 0
        (low, high) = (interval?.lowerBound ?? 0, interval?.upperBound ?? 1)
        medianHours = Self.median(stopped.compactMap(\.halted))
        medianExposed = Self.median(stopped.map { Double($0.exposed) })
        medianCrashed = Self.median(stopped.map { Double($0.crashed) })
        questions = Dictionary(grouping: stopped, by: \.why).mapValues(\.count)
        fixedPower = min(max(share, 0.5), 0.999)
        fixedCrashed = HotpatchFixedTest.events(ratio: 2, power: fixedPower)
        fixedCrashedAt95 = HotpatchFixedTest.events(ratio: 2, power: 0.95)
        fixedCrashedTwoSidedAt95 = HotpatchFixedTest.events(ratio: 2, power: 0.95, level: HotpatchVerdict.level / 2)
    }

    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// The log-rank test that looks once, when there are enough events: D. Schoenfeld, The asymptotic properties of nonparametric tests for comparing survival
/// distributions, Biometrika 68 (1981).
enum HotpatchFixedTest {
    /// Events of two arms of the same size.
    static func events(ratio: Double, power: Double, level: Double = HotpatchVerdict.level) -> Double {
        let reach = quantile(1 - level) + quantile(power)
        return 4 * reach * reach / (log(ratio) * log(ratio))
    }

    /// Of the standard normal distribution.
    static func quantile(_ share: Double) -> Double {
        var (low, high) = (-10.0, 10.0)
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if 0.5 * erfc(-middle / 2.0.squareRoot()) < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
