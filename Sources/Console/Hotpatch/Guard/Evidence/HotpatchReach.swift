import Foundation

/// Which harm would be seen by when.
enum HotpatchReach {
    /// Times as many devices crash.
    static let ratios = [5.0, 2, 1.5, 1.25]

    /// First crashes of both arms after which the guard halts a patch of this ratio, about: the evidence that is needed in the bet on crashes, divided by
    /// what an event brings on average.
    static func events(for ratio: Double) -> Double {
        let treated = ratio / (1 + ratio)
        let gain = treated * log(2 * treated) + (1 - treated) * log(2 * (1 - treated))
        let question = HotpatchQuestion.crashed
        return log(HotpatchVerdict.threshold / question.weight * Double(question.bets.count)) / gain
    }

    /// Hours from now, should the control go on crashing as it did.
    /// - Parameters:
    ///   - crashed: devices of the control that did so far.
    ///   - hours: since when.
    /// - Returns: nil while none did.
    static func hours(for ratio: Double, control crashed: Int, in hours: Double) -> Double? {
        guard crashed > 0, hours > 0 else { return nil }
        let missing = events(for: ratio) / (1 + ratio) - Double(crashed)
        return max(0, missing) * hours / Double(crashed)
    }
}
