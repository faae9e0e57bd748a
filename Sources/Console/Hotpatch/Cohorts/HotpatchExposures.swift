import Storage
import Synchronization

/// Who was exposed on this node, each device of a release once: noted in memory, written each second.
///
/// What a node notes in its last second before it is killed is lost, for both arms alike; the device is noted again when it asks again.
final class HotpatchExposures: Sendable {
    private let database: Database
    private let clock: Clock
    private let state = Mutex(State())
    /// Apps whose devices are watched, so that their uploads have to be looked at; see ``watches(_:)``.
    private let watched = Mutex<Set<String>>([])

    /// Exposures that wait for the next second; more are noted when the device asks again.
    private static let mostWaiting = 50_000
    /// Bytes of an id or version.
    private static let longest = 128

    private struct State {
        var waiting: [Key: HotpatchExposure] = [:]
        /// By app and device, while they wait: uploads that come sooner than the second count too.
        var releases: [Device: [String]] = [:]
        /// A forgotten one is written again and ignored by its key.
        var noted = RecentMarks()

        mutating func remove(_ written: [HotpatchExposure]) {
            for exposure in written {
                waiting[Key(app: exposure.app, release: exposure.release, device: exposure.device)] = nil
                // Another release's may have come meanwhile.
                let device = Device(app: exposure.app, device: exposure.device)
                let left = (releases[device] ?? []).filter { $0 != exposure.release }
                releases[device] = left.isEmpty ? nil : left
            }
        }
    }

    private struct Key: Hashable {
        let app: String
        let release: String
        let device: String
    }

    private struct Device: Hashable {
        let app: String
        let device: String
    }

    init(database: Database, clock: Clock) {
        self.database = database
        self.clock = clock
    }

    /// To be called in the call in which a patch was offered, or would have been. Without SQL.
    /// - Parameters:
    ///   - bucket: of the device in this release, 0 to 9,999.
    ///   - at: ms since 1970.
    func note(app: String, release: String, platform: Platform, device: String, version: String, arm: HotpatchArm, bucket: Int, at: Int64) {
        guard !device.isEmpty, device.utf8.count <= Self.longest, version.utf8.count <= Self.longest else { return }
        let key = Key(app: app, release: release, device: device)
        let mark = RecentMarks.mark(key)
        state.withLock { state in
            guard !state.noted.contains(mark), state.waiting.count < Self.mostWaiting else { return }
            state.noted.insert(mark)
            let exposure = HotpatchExposure(
                app: app,
                release: release,
                platform: platform,
                device: device,
                version: version,
                arm: arm,
                slice: HotpatchCohort.slice(of: bucket),
                at: Int(at)
            )
            guard state.waiting.updateValue(exposure, forKey: key) == nil else { return }
            state.releases[Device(app: app, device: device), default: []].append(release)
        }
        watched.withLock { _ = $0.insert(app) }
    }

    /// Whether uploads of the app have to be looked at: it has a release that the guard watches.
    func watches(_ app: String) -> Bool {
        watched.withLock { $0.contains(app) }
    }

    /// What is noted here of devices and not written yet.
    func waiting(_ app: String, _ devices: some Sequence<String>) -> [HotpatchExposure] {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return [] }
            return devices.flatMap { device in
                (state.releases[Device(app: app, device: device)] ?? []).compactMap {
                    state.waiting[Key(app: app, release: $0, device: device)]
                }
            }
        }
    }

    /// Writes what was noted, and learns from the database which apps are watched, whichever node exposed their devices. What cannot be written now is
    /// written later. For each node, each second.
    @Sendable func flush() async throws {
        let waiting = state.withLock { Array($0.waiting.values) }
        if !waiting.isEmpty {
            try await database.write(.readCommitted) { [clock] in try $0.insertHotpatchExposures(waiting, at: clock.now.milliseconds) }
            state.withLock { $0.remove(waiting) }
        }
        let apps = try await database.read { try $0.watchedHotpatchApps() }
        let pending = state.withLock { Set($0.releases.keys.map(\.app)) }
        watched.withLock { $0 = apps.union(pending) }
    }
}
