import Foundation
import Testing

@testable import Console

/// The statistics, without a database.
struct HotpatchEvidenceTests {
    @Test func theWeightsAreOne() {
        #expect(abs(HotpatchQuestion.allCases.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
    }

    /// The mean over all ways in which fair coins can fall is exactly 1: what makes it an e-process.
    @Test(arguments: [HotpatchQuestion.crashed, .crashedAgain, .silent, .returned]) func withoutAnEffectItsMeanIsOne(question: HotpatchQuestion) {
        var sum = 0.0
        for falls in 0..<(1 << 12) {
            var evidence = HotpatchEvidence()
            for place in 0..<12 { evidence.observe(question, of: falls >> place & 1 == 1 ? .treatment : .control) }
            sum += exp(evidence.log)
        }
        #expect(abs(sum / 4_096 - 1) < 1e-9)
    }

    @Test func soIsThatOfStarts() {
        let starts = (0..<20).map { 500 + $0 * 10 } + [900, 480, 700, 2_000, 510, 650, 640, 1_200]
        var sum = 0.0
        for falls in 0..<(1 << 8) {
            var evidence = HotpatchEvidence()
            for (place, start) in starts.enumerated() {
                evidence.observe(startup: start, of: place < 20 ? .control : falls >> (place - 20) & 1 == 1 ? .treatment : .control)
            }
            sum += exp(evidence.log)
        }
        #expect(abs(sum / 256 - 1) < 1e-9)
    }

    @Test func aDozenCrashesOfTheTreatmentAloneHalt() {
        var state = HotpatchCase()
        for number in 0..<20 {
            var device = HotpatchDevice(arm: .treatment, slice: 0, seenAt: number)
            state.fold(HotpatchReport(crashes: 1, seenAt: number + 1), into: &device, at: number)
            if HotpatchVerdict.isHarm(state) { break }
        }
        #expect((10...14).contains(state.treatment.crashed), "\(state.treatment.crashed)")
        #expect(state.evidence.loudest == .crashed)
    }

    @Test func fewerCrashesOfTheTreatmentDoNot() {
        var evidence = HotpatchEvidence()
        for _ in 0..<10_000 { evidence.observe(.crashed, of: .control) }
        #expect(evidence.log.isFinite)
        #expect(evidence.log < 0)
    }

    @Test func aDeviceCountsOnceAndFillsNoTally() {
        var state = HotpatchCase()
        var device = HotpatchDevice(arm: .treatment, slice: 3, seenAt: 0)
        for time in 1...1_000 { state.fold(HotpatchReport(crashes: 5, actives: 5, seenAt: time), into: &device, at: time) }
        #expect(state.treatment.crashed == 1)
        #expect(state.treatment.crashedAgain == 1)
        #expect(state.treatment.crashes == HotpatchArmTally.mostCrashes)
        #expect(state.treatment.actives == HotpatchArmTally.mostActives)
        #expect(state.treatment.returned == 1)
        #expect(!HotpatchVerdict.isHarm(state))
    }

    @Test func whatIsKeptIsBoundedAndReadsBack() throws {
        var state = HotpatchWatchState()
        for number in 0..<20_000 {
            var device = HotpatchDevice(arm: number % 2 == 0 ? .treatment : .control, slice: number % 50, seenAt: 0)
            state.known.fold(HotpatchReport(crashes: 1, actives: 1, seenAt: number, startup: number % 5_000), into: &device, at: number)
            state.series.note(state.known.evidence.log, at: number * 1_000)
        }
        let data = try JSONEncoder().encode(state)
        #expect(data.count < 64 << 10, "\(data.count)")
        #expect(try JSONDecoder().decode(HotpatchWatchState.self, from: data) == state)
        #expect(state.series.points.count <= HotpatchSeries.most)
        #expect(state.series.points.last?.at == 19_999_000)
        #expect(try JSONDecoder().decode(HotpatchWatchState.self, from: Data("{}".utf8)) == HotpatchWatchState())
    }

    @Test func aRatioHasBoundsThatHoldAtAnyTime() throws {
        #expect(HotpatchRatio(treatment: 0, control: 0) == nil)
        let one = try #require(HotpatchRatio(treatment: 120, control: 60))
        #expect(one.value == 2)
        #expect(one.low > 1 && one.low < 2)
        #expect((one.high ?? 0) > 2 && (one.high ?? 99) < 5)
        let none = try #require(HotpatchRatio(treatment: 0, control: 5))
        #expect(none.value == 0 && none.low == 0 && none.high != nil)
        let all = try #require(HotpatchRatio(treatment: 5, control: 0))
        #expect(all.value == nil && all.high == nil && all.low > 0)
    }

    @Test func whatCanBeSeenByWhenFollowsTheControlsCrashes() {
        #expect(HotpatchReach.hours(for: 2, control: 0, in: 10) == nil)
        let soon = HotpatchReach.hours(for: 2, control: 10, in: 10) ?? 0
        let late = HotpatchReach.hours(for: 1.25, control: 10, in: 10) ?? 0
        #expect(soon > 0 && late > soon)
        #expect(HotpatchReach.hours(for: 5, control: 1_000, in: 10) == 0)
    }

    @Test func unevenCohortsFreezeOnlyBeyondChance() {
        var counts = HotpatchCounts()
        counts[.treatment, 0] = 10_000
        counts[.control, 0] = 10_300
        var state = HotpatchCase()
        state.resize(counts, peak: 10)
        #expect(state.freeze(at: 0) == nil)
        counts[.control, 0] = 10_900
        state.resize(counts, peak: 10)
        #expect(state.freeze(at: 0) == .unbalanced)
    }

    @Test func aFloodFreezesForAnHourOrTwo() {
        var counts = HotpatchCounts()
        (counts[.treatment, 0], counts[.control, 0]) = (300, 300)
        var state = HotpatchCase()
        state.resize(counts, peak: 10)
        let hour = 3_600_000
        var device = HotpatchDevice(arm: .control, slice: 0, seenAt: 0)
        for _ in 0..<400 { state.fold(HotpatchReport(crashes: 1, seenAt: 1), into: &device, at: 5 * hour) }
        #expect(state.freeze(at: 5 * hour) == .flooded)
        #expect(state.freeze(at: 6 * hour) == .flooded)
        #expect(state.freeze(at: 7 * hour) == nil)
    }

    @Test func theUsualSilenceComesFromTheAppsOwnDays() {
        #expect(HotpatchUsualSilence.hours(Array(repeating: 1, count: 10)) == HotpatchUsualSilence.standard)
        #expect(HotpatchUsualSilence.hours(Array(repeating: 1, count: 100)) == 48)
        #expect(HotpatchUsualSilence.hours(Array(repeating: 1, count: 90) + Array(repeating: 7, count: 10)) == 192)
        #expect(HotpatchUsualSilence.hours(Array(repeating: 14, count: 100)) == 336)
    }
}
