import Foundation

/// The numbers by which a release was halted, or people were told: written down with it.
struct HotpatchFinding: Codable, Sendable, Equatable {
    let at: Date
    let percentage: Double
    /// Evidence of harm, what it takes to halt, and the question that said most.
    let evidence: Double
    let threshold: Double
    let question: HotpatchQuestion
    let treatment: Arm
    let control: Arm

    struct Arm: Codable, Sendable, Equatable {
        let devices: Int
        let crashedDevices: Int
        let crashes: Int
        let actives: Int
        let silentDevices: Int
        let returnedDevices: Int
        /// Milliseconds; nil when no start was measured.
        let medianStartup: Int?

        init(_ known: HotpatchCase, _ arm: HotpatchArm) {
            let tally = known[arm]
            devices = known.size(of: arm)
            crashedDevices = tally.crashed
            crashes = tally.crashes
            actives = tally.actives
            silentDevices = tally.silent
            returnedDevices = tally.returned
            medianStartup = tally.medianStartup
        }
    }

    init(_ known: HotpatchCase, percentage: Double, at time: Date) {
        at = time
        self.percentage = percentage
        evidence = known.evidence.shown
        threshold = HotpatchVerdict.threshold
        question = known.evidence.loudest
        treatment = Arm(known, .treatment)
        control = Arm(known, .control)
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension HotpatchEvidence {
    /// As a number that JSON and people can hold: at most a million million.
    var shown: Double { exp(min(log, Foundation.log(1e12))) }

    func shown(_ question: HotpatchQuestion) -> Double { exp(min(log(of: question), Foundation.log(1e12))) }
}
