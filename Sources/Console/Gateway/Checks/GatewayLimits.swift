import Synchronization

/// How many calls may come: token buckets in memory, a rate and as much at once, for an app, an operation and a device.
///
/// Each node counts its own calls and lets its share of a rate through: with three nodes a third each, which is the whole rate when a balancer
/// spreads calls evenly, and less when it does not. A device keeps to one connection, so to one node: at once it may call as often as with one node,
/// and on and on with its share.
final class GatewayLimits: Sendable {
    /// Nodes that are up.
    private let nodes: @Sendable () -> Int
    private let buckets = Mutex<[Key: Bucket]>([:])

    /// Whose calls are counted together.
    enum Key: Hashable, Sendable {
        case app(String)
        case operation(String, app: String)
        case device(String, app: String)

        /// Calls at once.
        fileprivate func most(_ rate: Double, share: Double) -> Double {
            if case .device = self { rate } else { max(1, share) }
        }
    }

    private struct Bucket {
        var tokens: Double
        /// Seconds on the caller's clock.
        var at: Double
    }

    /// Buckets kept at most: devices can be many, and those that have been silent for a second or so are full again anyway.
    private static let mostBuckets = 100_000

    init(nodes: @escaping @Sendable () -> Int = { 1 }) {
        self.nodes = nodes
    }

    /// Takes one call from a bucket.
    /// - Parameters:
    ///   - rate: calls a second of all nodes together; 0 for no limit.
    ///   - time: in seconds; ascending.
    func take(_ key: Key, rate: Int, at time: Double) -> Bool {
        guard rate > 0 else { return true }
        let share = Double(rate) / Double(max(1, nodes()))
        let most = key.most(Double(rate), share: share)
        return buckets.withLock { buckets in
            if buckets.count >= Self.mostBuckets { buckets = buckets.filter { time - $0.value.at < 1 } }
            if buckets.count >= Self.mostBuckets, buckets[key] == nil { return true }
            var bucket = buckets[key] ?? Bucket(tokens: most, at: time)
            bucket.tokens = min(most, bucket.tokens + max(0, time - bucket.at) * share)
            bucket.at = time
            let passes = bucket.tokens >= 1
            if passes { bucket.tokens -= 1 }
            buckets[key] = bucket
            return passes
        }
    }
}
