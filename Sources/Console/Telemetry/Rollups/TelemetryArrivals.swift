/// How late lines arrive: what tells until when statistics are complete.
///
/// Counted by the minute, so that it costs an upload a step for each of its minutes. Bucket b holds lines that came 2^b seconds and more after the middle of
/// their minute, and fewer than twice that; what came sooner, or from a clock that is ahead, is in bucket 0. The scale is stored: never change it.
enum TelemetryArrivals {
    /// 30 days, the most that is taken, are below 2^22 seconds.
    static let bucketCount = 23

    /// - Parameter seconds: since the time of a line.
    static func bucket(of seconds: Int) -> Int {
        guard seconds > 1 else { return 0 }
        return min(Int.bitWidth - 1 - seconds.leadingZeroBitCount, bucketCount - 1)
    }

    /// The seconds that a share (0…1) of lines needed at most; within a bucket as if they came evenly.
    /// - Parameter lines: by bucket.
    /// - Returns: nil without any.
    static func quantile(_ share: Double, of lines: [Int: Int]) -> Double? {
        let total = lines.values.reduce(0, +)
        guard total > 0 else { return nil }
        var left = share * Double(total)
        for (bucket, count) in lines.sorted(by: { $0.key < $1.key }) where (0..<bucketCount).contains(bucket) {
            let start = bucket == 0 ? 0 : Double(1 << bucket)
            if left <= Double(count) { return start + (Double(2 << bucket) - start) * left / Double(count) }
            left -= Double(count)
        }
        return Double(2 << (lines.keys.max() ?? 0))
    }
}
