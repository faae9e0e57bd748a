import Testing

@testable import Console

struct StatisticsRateTests {
    @Test func nothingOfNothingIsNoRate() {
        #expect(StatisticsRate.of(0, 0) == nil)
        #expect(StatisticsRate.of(0, 7) == 0)
    }

    /// Values of R's `prop.test(correct = FALSE)`.
    @Test(arguments: [(10, 100, 0.0552, 0.1744), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (1, 1_000, 0.0002, 0.0056)])
    func intervalIsWilsons(_ part: Int, _ whole: Int, _ low: Double, _ high: Double) throws {
        let interval = try #require(StatisticsRate.interval(part, of: whole))
        #expect(abs(interval.lowerBound - low) < 0.0001)
        #expect(abs(interval.upperBound - high) < 0.0001)
    }

    @Test func moreCrashesThanReportsHaveNoInterval() {
        #expect(StatisticsRate.interval(5, of: 4) == nil)
        #expect(StatisticsRate.interval(0, of: 0) == nil)
    }
}
