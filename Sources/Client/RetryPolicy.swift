/// How long to wait before trying again, and how often to try.
public struct RetryPolicy: Sendable, Hashable {
    /// All tries, the first included.
    public var attempts: Int
    /// The longest wait before the first repetition, in seconds; each later one may be twice as long.
    public var base: Double
    /// No wait is longer, in seconds. A server that asks for more by `Retry-After` is left alone and the delivery ends.
    public var longest: Double

    public init(attempts: Int = 6, base: Double = 1, longest: Double = 60) {
        self.attempts = attempts
        self.base = base
        self.longest = longest
    }

    /// Seconds to wait after failure number `failures` (from 1); `nil` to stop trying.
    ///
    /// - Parameters:
    ///   - requested: seconds the server asked for; waited in full.
    ///   - random: from 0 to 1. It spreads the repetitions of many devices that failed at the same moment: between half and all
    ///     of the exponential wait, or up to a tenth on top of the requested one.
    func wait(failures: Int, requested: Double?, random: Double) -> Double? {
        guard failures < attempts else { return nil }
        guard let requested else { return exponential(failures) * (0.5 + random / 2) }
        return requested <= longest ? requested * (1 + random / 10) : nil
    }

    private func exponential(_ failures: Int) -> Double {
        var wait = base
        for _ in 1..<max(failures, 1) where wait < longest { wait *= 2 }
        return min(wait, longest)
    }
}
