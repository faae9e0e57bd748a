import Testing

@testable import Console

struct HotpatchCohortTests {
    @Test(arguments: [0.0, 0.01, 1, 10, 49.99, 50, 50.01, 75, 99.99, 100]) func armsAreOfTheSameSizeUntilFiftyPercent(percentage: Double) {
        let arms = (0..<10_000).map { HotpatchCohort.arm(bucket: $0, percentage: percentage) }
        let treated = Int((percentage * 100).rounded())
        #expect(arms.count { $0 == .treatment } == treated)
        #expect(arms.count { $0 == .control } == min(treated, 10_000 - treated))
    }

    @Test func raisingNeverMovesADeviceOutOfTheTreatment() {
        let steps = [1.0, 5, 20, 50, 80, 100]
        for bucket in 0..<10_000 {
            let arms = steps.map { HotpatchCohort.arm(bucket: bucket, percentage: $0) }
            if let first = arms.firstIndex(of: .treatment) { #expect(arms[first...].allSatisfy { $0 == .treatment }) }
        }
    }

    /// What the evidence rests on: a bucket is compared when its mirror is, and one of them is in each arm.
    @Test(arguments: [1.0, 10, 33.33, 50, 60, 75.5, 99]) func comparedBucketsAreMirrored(percentage: Double) {
        let compared = HotpatchCohort.comparedSlices(peak: percentage)
        for bucket in 0..<5_000 {
            #expect(HotpatchCohort.slice(of: bucket) == HotpatchCohort.slice(of: 9_999 - bucket))
            guard HotpatchCohort.slice(of: bucket) < compared else { continue }
            let (one, other) = (
                HotpatchCohort.arm(bucket: bucket, percentage: percentage), HotpatchCohort.arm(bucket: 9_999 - bucket, percentage: percentage)
            )
            #expect((one == nil && other == nil) || (one == .treatment && other == .control))
        }
    }

    @Test func whoLeavesTheComparisonSaysNothingMore() {
        var counts = HotpatchCounts()
        for slice in 0..<50 { (counts[.treatment, slice], counts[.control, slice]) = (10, 10) }
        var state = HotpatchCase()
        state.resize(counts, peak: 50)
        #expect(state.size(of: .control) == 500)
        state.resize(counts, peak: 80)
        #expect(state.sizes.compared == 20)
        #expect(state.size(of: .control) == 500, "those that left were compared until then")
        for (arm, slice) in [(HotpatchArm.control, 30), (.treatment, 30)] {
            var device = HotpatchDevice(arm: arm, slice: slice, seenAt: 0)
            state.fold(HotpatchReport(crashes: 1, actives: 1, seenAt: 1), into: &device, at: 1)
            state.silence(&device)
        }
        #expect(state.treatment.crashed == 0 && state.control.crashed == 0 && state.control.silent == 0)
        var device = HotpatchDevice(arm: .control, slice: 19, seenAt: 0)
        state.fold(HotpatchReport(crashes: 1, seenAt: 1), into: &device, at: 1)
        #expect(state.control.crashed == 1)
    }
}
