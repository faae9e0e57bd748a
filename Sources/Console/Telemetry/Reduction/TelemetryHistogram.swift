/// Durations in milliseconds, counted per bucket of one fixed logarithmic scale: histograms of any batch, app and day can be added.
///
/// Buckets 0–31 are the single milliseconds 0–31. From 32 on every power of two is cut into 16 equal buckets, as HdrHistogram does
/// (hdrhistogram.org): bucket 32 + 16·o + s covers `(16 + s)·2^(o+1) ..< (17 + s)·2^(o+1)`. A bucket is at most 1/16 as wide as its
/// values are large, so its middle is off by at most 3.2 %. The last of the 304 buckets also takes everything above 2^22 ms (70 minutes).
/// The scale is stored: never change it.
public struct TelemetryHistogram: Sendable, Equatable {
    /// How many buckets the scale has.
    public static let bucketCount = 304
    private static let longest = 1 << 22

    /// Durations per bucket, up to the highest that has any.
    private var counts: [Int] = []

    public init() {}

    /// The bucket of a duration; a negative one counts as 0.
    public static func bucket(of milliseconds: Int) -> Int {
        let value = min(max(milliseconds, 0), longest - 1)
        guard value >= 32 else { return value }
        let octave = Int.bitWidth - 1 - value.leadingZeroBitCount
        return 32 + (octave - 5) * 16 + (value >> (octave - 4) & 15)
    }

    /// The durations a bucket covers, in milliseconds.
    public static func range(of bucket: Int) -> Range<Int> {
        guard bucket >= 32 else { return bucket..<bucket + 1 }
        let width = 1 << ((bucket - 32) / 16 + 1)
        let start = (16 + (bucket - 32) % 16) * width
        return start..<start + width
    }

    public mutating func add(_ milliseconds: Int) {
        add(1, toBucket: Self.bucket(of: milliseconds))
    }

    /// Adds stored counts; a bucket outside the scale is ignored.
    public mutating func add(_ count: Int, toBucket bucket: Int) {
        guard (0..<Self.bucketCount).contains(bucket) else { return }
        if bucket >= counts.count { counts += Array(repeating: 0, count: bucket + 1 - counts.count) }
        counts[bucket] += count
    }

    public mutating func add(_ other: TelemetryHistogram) {
        for (bucket, count) in other.buckets { add(count, toBucket: bucket) }
    }

    /// Durations counted.
    public var total: Int { counts.reduce(0, +) }

    /// The buckets that have any, in ascending order.
    public var buckets: [(bucket: Int, count: Int)] {
        counts.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
    }

    /// The duration that a share (0…1) of the counted ones does not exceed: the middle of its bucket, in milliseconds; nil when there are none.
    public func quantile(_ share: Double) -> Int? {
        var left = (share * Double(total)).rounded(.up)
        for (bucket, count) in buckets {
            left -= Double(count)
            if left <= 0 { return Self.middle(of: bucket) }
        }
        return buckets.last.map { Self.middle(of: $0.bucket) }
    }

    private static func middle(of bucket: Int) -> Int {
        let range = range(of: bucket)
        return (range.lowerBound + range.upperBound - 1) / 2
    }
}
