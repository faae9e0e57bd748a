import Foundation
import Testing

@testable import Console

/// A small and fast edition of `console simulate-guard`; the full one is run by hand, its figures are in the README.
struct HotpatchSimulationTests {
    private func summary(_ patch: HotpatchTrialPatch, _ rollouts: Int) -> HotpatchTrialSummary {
        var trial = HotpatchTrial()
        (trial.devices, trial.percentage, trial.crashRate, trial.patch) = (4_000, 25, 0.1, patch)
        return HotpatchTrialSummary(trial, rollouts: rollouts, seed: 9)
    }

    @Test func harmlessPatchesAreHaltedInAtMostOneOfAHundred() {
        let summary = summary(.harmless, 200)
        #expect(summary.halted <= 4, "\(summary)")
    }

    @Test func aDoubledCrashRateIsHaltedNearTheSizeOfAFixedTest() {
        let summary = summary(.doubling, 60)
        #expect(summary.share >= 0.9, "\(summary)")
        #expect((summary.medianCrashed ?? 999) <= 1.25 * summary.fixedCrashedAt95, "\(summary)")
    }

    @Test func aPatchThatHangsIsHalted() {
        let summary = summary(.hanging, 60)
        #expect(summary.share >= 0.95, "\(summary)")
        #expect((summary.medianHours ?? 99) < 24, "\(summary)")
    }

    @Test func theSameSeedGivesTheSame() {
        #expect(summary(.slowing, 3).medianHours == summary(.slowing, 3).medianHours)
    }

    @Test func aFixedTestNeedsWhatTheTablesSay() {
        #expect(abs(HotpatchFixedTest.quantile(0.975) - 1.959964) < 1e-5)
        #expect((131...132).contains(HotpatchFixedTest.events(ratio: 2, power: 0.95)))
    }
}
