import Console
import Testing

@Suite struct TelemetryHistogramTests {
    @Test func everyDurationIsInTheBucketThatCoversIt() {
        for value in Array(0...5000) + [65_535, 65_536, 1_000_000, 1 << 22 - 1] {
            #expect(TelemetryHistogram.range(of: TelemetryHistogram.bucket(of: value)).contains(value), "\(value)")
        }
    }

    @Test func bucketsFollowEachOtherWithoutGapsAndAreNarrow() {
        for bucket in 1..<TelemetryHistogram.bucketCount {
            let range = TelemetryHistogram.range(of: bucket)
            #expect(range.lowerBound == TelemetryHistogram.range(of: bucket - 1).upperBound)
            #expect(range.count == 1 || range.count * 16 <= range.lowerBound)
        }
        #expect(TelemetryHistogram.range(of: TelemetryHistogram.bucketCount - 1).upperBound == 1 << 22)
    }

    @Test func outliersGoToTheEnds() {
        #expect(TelemetryHistogram.bucket(of: -5) == 0)
        #expect(TelemetryHistogram.bucket(of: .max) == TelemetryHistogram.bucketCount - 1)
    }

    @Test func quantilesAreWithinTheScalesError() throws {
        var histogram = TelemetryHistogram()
        #expect(histogram.quantile(0.5) == nil)
        for value in 1...10_000 { histogram.add(value) }
        for share in [0.01, 0.5, 0.95, 0.99, 1] {
            let exact = share * 10_000
            let found = Double(try #require(histogram.quantile(share)))
            #expect(abs(found - exact) <= exact * 0.032 + 1)
        }
        #expect(histogram.quantile(0) == 1)
    }

    @Test func histogramsAdd() {
        var one = TelemetryHistogram()
        one.add(640)
        var two = one
        two.add(5)
        one.add(two)
        one.add(3, toBucket: TelemetryHistogram.bucketCount)
        #expect(one.total == 3)
        #expect(one.buckets.map(\.count) == [1, 2])
    }
}
