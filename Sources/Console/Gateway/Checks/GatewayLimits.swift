import Synchronization

/// How many calls may come: token buckets in memory, a rate and as much at once, for an app, an operation and a device.
final class GatewayLimits: Sendable {
    private let buckets = Mutex<[Key: Bucket]>([:])

    /// Whose calls are counted together.
    enum Key: Hashable, Sendable {
        case app(String)
        case operation(String, app: String)
        case device(String, app: String)
    }

    private struct Bucket {
        var tokens: Double
        /// Seconds on the caller's clock.
        var at: Double
    }

    /// Buckets kept at most: devices can be many, and those that have been silent for a second or so are full again anyway.
    private static let mostBuckets = 100_000

    /// Takes one call from a bucket.
    /// - Parameters:
    ///   - rate: calls a second; 0 for no limit.
    ///   - time: in seconds; ascending.
    func take(_ key: Key, rate: Int, at time: Double) -> Bool {
        guard rate > 0 else { return true }
        let most = Double(rate)
        return buckets.withLock { buckets in
            if buckets.count >= Self.mostBuckets { buckets = buckets.filter { time - $0.value.at < 1 } }
            if buckets.count >= Self.mostBuckets, buckets[key] == nil { return true }
            var bucket = buckets[key] ?? Bucket(tokens: most, at: time)
            bucket.tokens = min(most, bucket.tokens + max(0, time - bucket.at) * most)
            bucket.at = time
            let passes = bucket.tokens >= 1
            if passes { bucket.tokens -= 1 }
            buckets[key] = bucket
            return passes
        }
    }
}
