import Foundation
import Storage
import Synchronization
import Web

/// The demo's release that the guard halted: `Seeds/hotpatch-guard.json`. Its devices are made up; what became of it is the guard's own doing.
struct HotpatchGuardSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let hotpatch: HotpatchInput
        let name: String
        /// Lines of the script.
        let script: [String]
        /// Of all chance.
        let seed: UInt64
        /// How long ago it was published.
        let hours: Int
        /// Of both arms, by the time the story ends.
        let devices: Int
        /// Part of the devices that crash within an hour of use, and how many times as many do with the patch.
        let crashRate: Double
        let harm: Double
    }

    /// Parts of an hour in which devices come and the guard looks.
    private static let stepsAnHour = 4

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "hotpatch-guard.json")))
    }

    /// Publishes them in the past and lets the guard look at what follows, until now or until it halts.
    func fill(_ server: HotpatchGuard, _ apps: [App]) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }), app.platform(entry.hotpatch.platform) != nil else { continue }
            try await play(entry, app, server)
        }
        try await server.hotpatches.refresh()
    }

    private func play(_ entry: Entry, _ app: App, _ server: HotpatchGuard) async throws {
        let time = HotpatchSeedTime(server.clock.now.addingTimeInterval(-Double(entry.hours) * 3_600))
        let guarding = server.at(time.clock)
        let upload = HotpatchUpload(name: entry.name, bytes: Array((entry.script.joined(separator: "\n") + "\n").utf8))
        let made = try await guarding.hotpatches.create(entry.hotpatch, upload, of: app, zone: .gmt, by: .console)
        let release = try await guarding.hotpatches.publish(made.id, of: app.id, revision: nil, publicURL: "", by: .console)
        var devices = HotpatchSeedDevices(release: release, seed: entry.seed)
        let steps = entry.hours * Self.stepsAnHour
        for step in 0..<steps {
            time.advance(by: 3_600 / Double(Self.stepsAnHour))
            let exposed = devices.come(entry.devices / steps, at: time.now)
            let letters = devices.use(crashRate: entry.crashRate / Double(Self.stepsAnHour), harm: entry.harm, step: step, at: time.now)
            try await server.database.write { [now = time.now.milliseconds] connection in
                try connection.insertHotpatchExposures(exposed, at: now)
                try connection.insertHotpatchReports(letters)
            }
            try await guarding.tick()
            if try await guarding.hotpatches.hotpatch(release.id, of: app.id).kept == .halted { return }
        }
    }
}

extension HotpatchGuard {
    /// The same with another clock, whose releases no device is told of until they are read anew.
    fileprivate func at(_ clock: Clock) -> HotpatchGuard {
        let past = Hotpatches(
            database: database,
            blobs: hotpatches.blobs,
            apps: hotpatches.apps,
            keys: hotpatches.keys,
            removeFile: hotpatches.removeFile,
            audit: hotpatches.audit,
            clock: clock
        )
        return HotpatchGuard(database: database, hotpatches: past, exposures: exposures, alerts: alerts, clock: clock)
    }
}

/// A clock that the story moves.
private final class HotpatchSeedTime: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }
    var clock: Clock { Clock { self.now } }

    func advance(by seconds: TimeInterval) { time.withLock { $0.addTimeInterval(seconds) } }
}

/// Devices of both arms that come by and by, are used, and crash.
private struct HotpatchSeedDevices {
    let release: Hotpatch
    private var random: TelemetrySeedRandom
    private var devices: [(id: String, arm: HotpatchArm)] = []

    init(release: Hotpatch, seed: UInt64) {
        self.release = release
        random = TelemetrySeedRandom(seed: seed, purpose: "hotpatch guard")
    }

    mutating func come(_ count: Int, at time: Date) -> [HotpatchExposure] {
        (0..<count).map { _ in
            let bucket = Int(random.next() % 1_000)
            let arm: HotpatchArm = random.chance(0.5) ? .treatment : .control
            let id = random.text(24, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
            devices.append((id, arm))
            return HotpatchExposure(
                app: release.app,
                release: release.id,
                platform: release.plan.platform,
                device: id,
                version: release.plan.targetVersions.first ?? "",
                arm: arm,
                slice: HotpatchCohort.slice(of: bucket),
                at: time.milliseconds
            )
        }
    }

    /// What uploads of a quarter of an hour say.
    mutating func use(crashRate: Double, harm: Double, step: Int, at time: Date) -> [[SQLValue]] {
        devices.enumerated().compactMap { place, device in
            guard random.chance(0.15) else { return nil }
            let isCrash = random.chance(crashRate / 0.15 * (device.arm == .treatment ? harm : 1))
            let startup = Int(random.logNormal(median: 780, spread: 0.4))
            return [
                .text(release.app), .text(release.id), .integer(time.milliseconds), .text("seed-\(step)-\(place)"), .text(device.id),
                .integer(isCrash ? 1 : 0), .integer(1), .integer(time.milliseconds), .integer(startup),
            ]
        }
    }
}
