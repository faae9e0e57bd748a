import Foundation

/// Evidence that a patch does harm, valid whenever one looks.
///
/// An e-process, as in J. ter Schure, M. F. Pérez-Ortiz, A. Ly, P. Grünwald: The anytime-valid logrank test: error control under continuous monitoring
/// with unlimited horizon (New England Journal of Statistics in Data Science, 2024; arXiv:2011.06931): each event of a device multiplies the evidence by
/// how likely its arm was under a hazard ratio θ, divided by how likely it was without an effect, mixed over several θ. Were the patch without effect, the
/// arm of a device that crashes would be a fair coin (``HotpatchCohort``), independent of all that came before, so the evidence is a non-negative
/// martingale with expectation 1 and reaches 1/α at any time at all with probability α at most (Ville 1939). Here the arms are drawn by a hash of mirrored
/// buckets, so the coin is fair exactly, also when devices differ and come at different times; no number of devices at risk is needed.
///
/// Start-up times are bet on in the same way (I. Waudby-Smith, A. Ramdas: Estimating means of bounded random variables by betting, JRSS B 2024): a device
/// whose start was slower than most before is rather of the treatment, if the patch slows starts.
struct HotpatchEvidence: Codable, Sendable, Equatable {
    /// Natural logarithms of what each bet has become of 1, in the order of ``HotpatchQuestion/bets``.
    private var bets: [HotpatchQuestion: [Double]] = [:]
    /// Start-up times of both arms so far, by bucket of ``TelemetryHistogram``'s scale, and how many there are.
    private var startups: [Int] = []
    private var startupCount = 0

    /// Start-up times known before the first is bet on.
    private static let leastStartups = 20

    /// A device answered with yes.
    mutating func observe(_ question: HotpatchQuestion, of arm: HotpatchArm) {
        let isTreated = arm == .treatment
        gain(question) { ratio in Foundation.log(2 * (isTreated ? ratio : 1) / (1 + ratio)) }
    }

    /// A device's first measured start.
    ///
    /// Bets a part λ of the wealth that the device is of the treatment, as far as its start was slower than half of those before: × (1 ± λ(2r − 1)), where r
    /// is the start's rank among them, 0 to 1.
    mutating func observe(startup milliseconds: Int, of arm: HotpatchArm) {
        let bucket = TelemetryHistogram.bucket(of: milliseconds)
        if startups.count <= bucket { startups += Array(repeating: 0, count: bucket + 1 - startups.count) }
        defer {
            startups[bucket] += 1
            startupCount += 1
        }
        guard startupCount >= Self.leastStartups else { return }
        let below = startups[..<bucket].reduce(0, +)
        let rank = (Double(below) + Double(startups[bucket]) / 2) / Double(startupCount)
        let score = (2 * rank - 1) * (arm == .treatment ? 1 : -1)
        gain(.startup) { stake in Foundation.log(1 + stake * score) }
    }

    private mutating func gain(_ question: HotpatchQuestion, _ factor: (Double) -> Double) {
        var logs = logs(question)
        for (place, bet) in question.bets.enumerated() { logs[place] += factor(bet) }
        bets[question] = logs
    }

    private func logs(_ question: HotpatchQuestion) -> [Double] {
        let count = question.bets.count
        guard let logs = bets[question], logs.count == count else { return Array(repeating: 0, count: count) }
        return logs
    }

    /// Natural logarithm of the evidence in one question: the mean of its bets.
    func log(of question: HotpatchQuestion) -> Double {
        let logs = logs(question)
        return Self.logSum(logs) - Foundation.log(Double(logs.count))
    }

    /// Natural logarithm of all the evidence: the weighted mean over the questions.
    var log: Double {
        Self.logSum(HotpatchQuestion.allCases.map { Foundation.log($0.weight) + log(of: $0) })
    }

    /// The question that says most.
    var loudest: HotpatchQuestion {
        HotpatchQuestion.allCases.max { Foundation.log($0.weight) + log(of: $0) < Foundation.log($1.weight) + log(of: $1) } ?? .crashed
    }

    private static func logSum(_ logs: [Double]) -> Double {
        let most = logs.max() ?? 0
        return most + Foundation.log(logs.reduce(0) { $0 + exp($1 - most) })
    }
}
