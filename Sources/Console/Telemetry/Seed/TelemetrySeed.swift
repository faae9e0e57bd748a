import Foundation

/// The demo's traffic: the log lines that the devices of `Seeds/traffic.json` would have sent during the last days.
///
/// The same folder, seed, time and zone always give the same bytes.
public struct TelemetrySeed: Sendable {
    /// One upload's worth: at most ``lineLimit`` lines of one version of one app on one platform, from many devices.
    public struct Batch: Sendable, Hashable {
        /// For `X-Batch-Id`: the same for the same seed and time.
        public let id: String
        /// The app's id, such as `simpledemorpc`.
        public let app: String
        /// `ios`, `android` or `harmony`.
        public let platform: String
        /// Of `Seeds/apps.json`, such as `SIMPLEDEMORPC_IOS-0000017768`.
        public let productId: String
        /// `-`: the lines come from many devices, and each names its own.
        public let utdId: String
        /// `nil`, for the same reason.
        public let userId: String?
        public let version: String
        /// How many lines there are.
        public let count: Int
        /// The lines, oldest first, separated by line feeds. Their times are local to the zone asked for.
        public let lines: [UInt8]
    }

    /// Enough lines to make the cost of a batch disappear; a batch stays below 4 MB even if all of them were crashes.
    public static let lineLimit = 500

    let plan: TelemetrySeedPlan
    let folder: URL
    let seed: UInt64
    let scale: Double

    /// Reads `apps.json`, `traffic.json`, `models.json` and `crashes/*.txt`.
    ///
    /// - Parameter scale: the part of the plan's devices that there are, for tests: the whole demo is about 400,000 lines and 115 MB.
    /// - Throws: what reading or decoding a file throws; `TelemetrySeedError` where the files contradict each other.
    public init(folder: URL, seed: UInt64 = 1, scale: Double = 1) throws {
        plan = try TelemetrySeedPlan(folder: folder)
        self.folder = folder
        self.seed = seed
        self.scale = scale
    }

    /// Sends the lines of some apps through the door that devices use.
    /// - Returns: how many were accepted.
    func send(to telemetry: Telemetry, _ apps: Set<String>) async throws -> Int {
        let now = telemetry.clock.now
        return try await withThrowingTaskGroup(of: Int.self) { group in
            var (sent, accepted) = (0, 0)
            for batch in batches(until: now, zone: Self.zone) where apps.contains(batch.app) {
                guard let door = telemetry.index.door(productID: batch.productId) else { continue }
                var delivery = TelemetryDelivery(door: door, batchID: batch.id, version: batch.version, receivedAt: now, body: batch.lines)
                delivery.isLive = false
                if sent >= Self.atOnce { accepted += try await group.next() ?? 0 }
                group.addTask { try await telemetry.receive(delivery).accepted }
                sent += 1
            }
            for try await count in group { accepted += count }
            return accepted
        }
    }

    /// Uploads under way: they share commits, which a server takes longer for.
    private static let atOnce = 8

    static let zone = TimeZone(identifier: "Asia/Shanghai") ?? .gmt

    /// All batches, day by day, then the minutes just past once more, denser. Made while they are read: memory holds one app's day.
    ///
    /// - Parameters:
    ///   - now: no line is later than a minute before, and none earlier than the plan's days before.
    ///   - zone: of the devices' clocks.
    public func batches(until now: Date, zone: TimeZone) -> some Sequence<Batch> {
        let window = TelemetrySeedWindow(until: now, days: plan.traffic.days, zone: zone)
        let streams = plan.streams(seed: seed, scale: scale, window: window)
        let parts = (0...plan.traffic.days).map(TelemetrySeedStream.Part.day) + [.recent(plan.traffic.recent)]
        return parts.lazy.flatMap { part in streams.lazy.flatMap { $0.batches(of: part) } }
    }
}
