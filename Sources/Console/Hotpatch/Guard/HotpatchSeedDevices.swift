import Foundation
import Storage

/// Devices that ask for patches by and by, are used, and crash.
struct HotpatchSeedDevices {
    /// In how many steps all of them come.
    let planned: Int
    /// After the halt nobody gets the patch any more.
    var isOver = false
    private(set) var steps = 0
    private(set) var treated: [(device: String, at: Date)] = []
    private let entry: HotpatchGuardSeed.Entry
    private let release: Hotpatch
    private let story: TelemetrySeedStory
    private var waiting: [TelemetrySeedDevice]
    private var here: [(device: TelemetrySeedDevice, arm: HotpatchArm?)] = []
    private var random: TelemetrySeedRandom

    init(_ entry: HotpatchGuardSeed.Entry, _ release: Hotpatch, _ traffic: TelemetrySeed, at time: Date, until now: Date) throws {
        (self.entry, self.release) = (entry, release)
        let cast = TelemetrySeedStory.Cast(
            app: release.app,
            platform: release.plan.platform,
            version: release.plan.targetVersions.first ?? "",
            crash: entry.crash,
            hotpatch: release.version
        )
        story = try TelemetrySeedStory(traffic, cast, at: time, until: now)
        waiting = story.devices.reversed()
        planned = max(1, entry.hours * Int(3_600 / HotpatchGuardSeed.step))
        random = TelemetrySeedRandom(seed: entry.seed, purpose: "hotpatch guard")
    }

    var areAllHere: Bool { waiting.isEmpty }

    /// Those that ask now.
    mutating func come(at time: Date) -> [HotpatchExposure] {
        steps += 1
        let count = min(waiting.count, isOver ? 0 : (story.devices.count + planned - 1) / planned)
        let new = waiting.suffix(count).map { (device: $0, bucket: RolloutShare.bucket(of: $0.id, salt: release.salt)) }
        waiting.removeLast(count)
        here += new.map { ($0.device, HotpatchCohort.arm(bucket: $0.bucket, percentage: release.plan.percentage)) }
        let exposed = new.compactMap { exposure($0.device.id, $0.bucket, at: time) }
        treated += exposed.filter { $0.arm == .treatment }.map { ($0.device, time) }
        return exposed
    }

    private func exposure(_ device: String, _ bucket: Int, at time: Date) -> HotpatchExposure? {
        HotpatchCohort.arm(bucket: bucket, percentage: release.plan.percentage).map { arm in
            HotpatchExposure(
                app: release.app,
                release: release.id,
                platform: release.plan.platform,
                device: device,
                version: release.plan.targetVersions.first ?? "",
                arm: arm,
                slice: HotpatchCohort.slice(of: bucket),
                at: time.milliseconds
            )
        }
    }

    /// What devices that are used in the step before `time` report.
    mutating func send(to telemetry: Telemetry, at time: Date) async throws {
        var lines: [TelemetrySeedLine] = []
        for one in here where random.chance(entry.use) {
            let crashes = one.arm == .treatment && random.chance(entry.crashRate)
            let start = time.addingTimeInterval(random.between(30, HotpatchGuardSeed.step / 2) - HotpatchGuardSeed.step)
            lines += story.session(of: one.device, at: start, crashes: crashes, &random)
        }
        guard !lines.isEmpty else { return }
        let batch = story.batch(lines, id: "\(release.id)-\(steps)")
        guard let door = telemetry.index.door(productID: batch.productId) else { return }
        _ = try await telemetry.receive(
            TelemetryDelivery(door: door, batchID: batch.id, version: batch.version, receivedAt: time, body: batch.lines)
        )
    }
}
