import Foundation

/// Devices of the demo that do something of their own: a room that tells a story decides when they are used and which of them crash, and their lines go
/// the way of all others.
struct TelemetrySeedStory: Sendable {
    /// Those that had the version by then, in the plan's order.
    let devices: [TelemetrySeedDevice]
    private let writer: TelemetrySeedLines
    private let version: String

    /// What is asked of the plan.
    struct Cast: Sendable {
        let app: String
        let platform: Platform
        let version: String
        let crash: TelemetrySeedTraffic.Crash
        /// Version of the patch that crashes.
        var hotpatch = ""
    }

    /// - Parameter time: when the devices have the version; they were there before.
    /// - Throws: `TelemetrySeedError` for an app or platform that the plan does not have, and what reading the crash's file throws.
    init(_ seed: TelemetrySeed, _ cast: Cast, at time: Date, until now: Date) throws {
        let window = TelemetrySeedWindow(until: now, days: seed.plan.traffic.days, zone: TelemetrySeed.zone)
        let streams = seed.plan.streams(seed: seed.seed, scale: seed.scale, window: window)
        let found = streams.first { $0.writer.app.app == cast.app && $0.writer.platform.platform == cast.platform.rawValue }
        guard let stream = found else { throw TelemetrySeedError.unknown(app: cast.app, platform: cast.platform.rawValue) }
        let day = window.position(of: time)
        devices = stream.devices.filter { $0.joined < day - 1 && stream.writer.app.version(rank: $0.rank, day: day)?.name == cast.version }
        writer = try stream.writer.crashing(cast.crash, cast.hotpatch, of: seed.folder)
        version = cast.version
    }

    /// One use of the app, with or without the crash at its end.
    func session(of device: TelemetrySeedDevice, at time: Date, crashes: Bool, _ random: inout TelemetrySeedRandom) -> [TelemetrySeedLine] {
        let lines = writer.session(of: device, at: time, crashFactor: crashes ? .greatestFiniteMagnitude : 0, random: &random)
        // Who updated in between takes no part any more.
        return lines.allSatisfy { $0.version == version } ? lines : []
    }

    /// What of an upload's lines is the same as in any other of the demo.
    func batch(_ lines: [TelemetrySeedLine], id: String) -> TelemetrySeed.Batch {
        TelemetrySeed.Batch(
            id: "demo-\(writer.window.name)-\(id)",
            app: writer.app.app,
            platform: writer.platform.platform,
            productId: writer.productId,
            utdId: "-",
            userId: nil,
            version: version,
            count: lines.count,
            lines: Array(lines.sorted { $0.time < $1.time }.map(\.bytes).joined(separator: CollectionOfOne(UInt8(ascii: "\n"))))
        )
    }
}

extension TelemetrySeedLines {
    /// The same writer, whose devices crash in one way only.
    fileprivate func crashing(_ crash: TelemetrySeedTraffic.Crash, _ hotpatch: String, of folder: URL) throws -> TelemetrySeedLines {
        let platform = TelemetrySeedTraffic.Platform(
            platform: platform.platform,
            devices: platform.devices,
            sessionsPerMinute: platform.sessionsPerMinute,
            process: platform.process,
            identifier: platform.identifier,
            crashes: [crash]
        )
        return TelemetrySeedLines(
            productId: productId,
            app: app,
            platform: platform,
            networks: networks,
            crashes: [crash.file: try TelemetrySeedPlan.crash(crash.file, in: folder)],
            window: window,
            hotpatch: hotpatch
        )
    }
}
