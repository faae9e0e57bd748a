import Foundation

/// How many times as often something happens to devices of the treatment, with bounds that hold at every moment together.
///
/// Of the events of both arms a part q is of the treatment; q ÷ (1 − q) is the ratio. The bounds are a confidence sequence: those q that a mixture of all
/// likelihoods, each alike, has not outdone 20 to 1 (H. Robbins: Statistical methods related to the law of the iterated logarithm, Annals of Mathematical
/// Statistics 41, 1970). So they may be looked at at any time, and hold 19 times in 20 over the whole release.
struct HotpatchRatio: Sendable, Equatable {
    let value: Double?
    let low: Double
    /// nil for none.
    let high: Double?

    /// - Returns: nil without any events.
    init?(treatment: Int, control: Int) {
        guard treatment + control > 0 else { return nil }
        value = control > 0 ? Double(treatment) / Double(control) : nil
        let share = Double(treatment) / Double(treatment + control)
        low = Self.ratio(Self.edge(from: share, to: 0, treatment, control)) ?? 0
        high = Self.ratio(Self.edge(from: share, to: 1, treatment, control))
    }

    private static func ratio(_ share: Double) -> Double? { share < 1 ? share / (1 - share) : nil }

    /// Halves the way until it is known to a billionth.
    private static func edge(from inside: Double, to outside: Double, _ ones: Int, _ zeros: Int) -> Double {
        var (inside, outside) = (inside, outside)
        guard isOut(outside, ones, zeros) else { return outside }
        for _ in 0..<40 {
            let middle = (inside + outside) / 2
            if isOut(middle, ones, zeros) { outside = middle } else { inside = middle }
        }
        return outside
    }

    private static func isOut(_ share: Double, _ ones: Int, _ zeros: Int) -> Bool {
        if share <= 0 { return ones > 0 }
        if share >= 1 { return zeros > 0 }
        let mixture = lgamma(Double(ones) + 1) + lgamma(Double(zeros) + 1) - lgamma(Double(ones + zeros) + 2)
        return mixture - Double(ones) * log(share) - Double(zeros) * log(1 - share) > log(20)
    }
}
