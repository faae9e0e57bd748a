import Testing

@testable import Console

/// What issue 7 asks of percentages, over 100,000 devices.
struct RolloutCohortTests {
    private static let devices = (0..<100_000).map { "UTDID-\($0)+/=" }

    @Test(arguments: [0, 0.01, 1, 5, 10, 12.5, 33.33, 50, 75, 90, 99.9, 100])
    func aPercentageIsOfSoManyDevices(percentage: Double) {
        let share = RolloutShare(percentage: percentage, salt: "release-\(percentage)")
        let count = Self.devices.count(where: share.contains)
        #expect(abs(Double(count) / 1_000 - percentage) <= 0.5)
    }

    @Test func raisingNeverDropsADevice() {
        var before = [Bool](repeating: false, count: Self.devices.count)
        for percentage in [0.5, 1, 5, 20, 50, 100.0] {
            let share = RolloutShare(percentage: percentage, salt: "raised")
            let now = Self.devices.map(share.contains)
            #expect(zip(before, now).allSatisfy { !$0 || $1 })
            before = now
        }
    }

    /// CodePush's cohorts of two releases overlapped by 90 %.
    @Test func cohortsOfTwoReleasesAreIndependent() {
        for (left, right) in [("v1", "v2"), ("0123456789abcdef", "0123456789abcdee"), ("9f86d081884c7d65", "60303ae22b998861")] {
            let first = RolloutShare(percentage: 10, salt: left)
            let second = RolloutShare(percentage: 10, salt: right)
            let cohort = Self.devices.filter(first.contains)
            let both = cohort.count(where: second.contains)
            #expect(abs(Double(both) / Double(cohort.count) - 0.1) <= 0.01)
        }
    }
}
