import Foundation
import Storage
import Synchronization
import Web

/// The demo's release that the guard halted: `Seeds/hotpatch-guard.json`. Devices of the demo's traffic get it and crash by it; their lines go through the
/// door that all lines go through, and what became of the release is the guard's own doing.
struct HotpatchGuardSeed {
    private let entries: [Entry]
    private let traffic: TelemetrySeed

    struct Entry: Decodable {
        let app: String
        let hotpatch: HotpatchInput
        let name: String
        /// Lines of the script.
        let script: [String]
        let by: DemoPerson
        let created: DemoMoment
        let published: DemoMoment
        /// In which all devices of the version ask for patches, one after the other.
        let hours: Int
        /// Hours that devices go on crashing after the guard halted it: until they ask again.
        let afterwards: Int
        /// Of all chance.
        let seed: UInt64
        /// Part of the devices that are used within a quarter of an hour.
        let use: Double
        /// Part of these uses with the patch that end in the crash; without it nobody crashes so.
        let crashRate: Double
        let crash: TelemetrySeedTraffic.Crash
    }

    /// Who was offered the patch, and when.
    struct Told: Sendable {
        let app: String
        let release: String
        let devices: [(device: String, at: Date)]
    }

    /// Parts of an hour in which devices come and the guard looks.
    static let step: TimeInterval = 900

    /// - Parameter traffic: whose devices they are.
    init(folder: URL, traffic: TelemetrySeed) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "hotpatch-guard.json")))
        self.traffic = traffic
    }

    /// Publishes them in the past and lets the guard look at what follows, until it halts or nobody is left.
    func fill(_ server: HotpatchGuard, _ telemetry: Telemetry, _ apps: [App]) async throws -> [Told] {
        var told: [Told] = []
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }), app.platform(entry.hotpatch.platform) != nil else { continue }
            told.append(try await play(entry, app, server, telemetry))
        }
        try await server.hotpatches.refresh()
        return told
    }

    private func play(_ entry: Entry, _ app: App, _ server: HotpatchGuard, _ telemetry: Telemetry) async throws -> Told {
        let now = server.clock.now
        let time = HotpatchSeedTime(entry.created.date(in: app.timeZone, now: now))
        let guarding = server.at(time.clock)
        let release = try await publish(entry, app, guarding.hotpatches, time, now)
        var devices = try HotpatchSeedDevices(entry, release, traffic, at: time.now, until: now)
        var left = entry.afterwards * Int(3_600 / Self.step)
        while left > 0, !devices.areAllHere || devices.steps < 2 * devices.planned, time.now < now.addingTimeInterval(-Self.step) {
            let exposed = devices.come(at: time.now)
            if !exposed.isEmpty {
                try await server.database.write { [now = time.now.milliseconds] in try $0.insertHotpatchExposures(exposed, at: now) }
            }
            // So that uploads are looked at, as after the second in which a device asks.
            try await server.exposures.flush()
            time.advance(by: Self.step)
            try await devices.send(to: telemetry, at: time.now)
            try await guarding.tick()
            if try await guarding.hotpatches.hotpatch(release.id, of: app.id).kept == .halted { (left, devices.isOver) = (left - 1, true) }
        }
        return Told(app: app.id, release: release.id, devices: devices.treated)
    }

    private func publish(_ entry: Entry, _ app: App, _ hotpatches: Hotpatches, _ time: HotpatchSeedTime, _ now: Date) async throws -> Hotpatch {
        let upload = HotpatchUpload(name: entry.name, bytes: Array((entry.script.joined(separator: "\n") + "\n").utf8))
        let made = try await hotpatches.create(entry.hotpatch, upload, of: app, zone: .gmt, by: entry.by.actor)
        time.set(entry.published.date(in: app.timeZone, now: now))
        return try await hotpatches.publish(made.id, of: app.id, revision: nil, publicURL: "", by: entry.by.actor)
    }
}

extension HotpatchGuard {
    /// The same with another clock, whose releases no device is told of until they are read anew.
    fileprivate func at(_ clock: Clock) -> HotpatchGuard {
        HotpatchGuard(database: database, hotpatches: hotpatches.at(clock), exposures: exposures, alerts: alerts, clock: clock)
    }
}

/// A clock that the story moves.
private final class HotpatchSeedTime: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }
    var clock: Clock { Clock { self.now } }

    func set(_ date: Date) { time.withLock { $0 = date } }
    func advance(by seconds: TimeInterval) { time.withLock { $0.addTimeInterval(seconds) } }
}
