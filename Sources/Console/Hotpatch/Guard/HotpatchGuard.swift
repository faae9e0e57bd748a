import Foundation
import Storage
import Web

/// Watches what devices do that were offered a patch, beside those that would have been, and acts when the patch does harm.
///
/// Everything it knows is in the database and is changed in one transaction with the reports it was made from, so a guard that is started again goes on
/// where the last one stopped, and no report counts twice.
struct HotpatchGuard: Sendable {
    let database: Database
    let hotpatches: Hotpatches
    let exposures: HotpatchExposures
    let alerts: Alerts
    let clock: Clock

    /// Releases read at once, and reports of one release taken up in one transaction.
    static let mostReleases = 200
    private static let mostReports = 2_000
    private static let mostSilent = 500
    /// Transactions of one release in one step.
    private static let mostBatches = 10
    /// Milliseconds that a report waits for the exposure that it belongs to, which another node may not have written yet.
    private static let patience = 60_000

    /// One bounded step of every release; once per cluster, each second. One that cannot be looked at keeps no other from its turn.
    @Sendable func tick() async throws {
        var (last, failure) = ((app: String, release: String)?.none, (any Error)?.none)
        repeat {
            let open = try await database.read { [last] in try $0.openHotpatchWatches(after: last, limit: Self.mostReleases) }
            for (app, release) in open {
                do { try await look(at: release, of: app) } catch { failure = failure ?? error }
            }
            last = open.count == Self.mostReleases ? open.last : nil
        } while last != nil && !Task.isCancelled
        if let failure { throw failure }
    }

    private func look(at id: String, of app: String) async throws {
        guard let release = try await found(id, of: app) else {
            // Its app was deleted, and it with it.
            return try await database.write { try $0.deleteHotpatchGuard(of: app, id) }
        }
        try await settle(release)
        var watch: HotpatchWatch?
        for _ in 0..<Self.mostBatches {
            let (next, isAll) = try await takeSome(of: release)
            watch = next
            if isAll { break }
        }
        guard let watch else { return }
        try await judge(release, watch)
    }

    private func found(_ id: String, of app: String) async throws -> Hotpatch? {
        do {
            return try await hotpatches.hotpatch(id, of: app)
        } catch let problem as Problem where problem.kind == .notFound {
            return nil
        }
    }

    /// Finds out once how long the app's devices usually say nothing.
    private func settle(_ release: Hotpatch) async throws {
        let zone = alerts.apps.app(release.app)?.timeZone ?? .gmt
        let today = TelemetryZone(zone).day(at: Int(clock.now.timeIntervalSince1970))
        let hours = try await database.read { connection -> Int? in
            guard let watch = try connection.readHotpatchWatch(release.app, release.id), watch.silenceHours == nil else { return nil }
            return try HotpatchUsualSilence.hours(of: release.app, release.plan.platform, today: today, connection)
        }
        guard let hours else { return }
        try await database.write { try $0.setHotpatchSilence(hours, byHand: false, release.app, release.id) }
    }

    // MARK: taking up reports

    /// - Returns: what is known now, and whether no report is left.
    private func takeSome(of release: Hotpatch) async throws -> (HotpatchWatch?, isAll: Bool) {
        let now = clock.now
        let (counts, idle) = try await database.read { try look($0, release, now) }
        // Most seconds bring nothing, and then nobody is kept from writing.
        if let idle { return (idle, true) }
        return try await database.write { connection in
            guard var watch = try connection.hotpatchWatch(release.app, release.id), watch.closedAt == nil else { return (nil, true) }
            let before = watch.state
            watch.state.known.resize(counts, peak: release.mostPercentage)
            let isAll = try fold(connection, release, &watch, now)
            watch.state.freeze = watch.state.known.freeze(at: now.milliseconds)
            if watch.state != before {
                watch.state.series.note(watch.state.known.evidence.log, at: now.milliseconds)
                try connection.saveHotpatchWatch(watch, closedAt: nil)
            }
            return (watch, isAll)
        }
    }

    /// - Returns: the cohorts' sizes, and the watch if there is nothing to take up.
    private func look(_ connection: Connection, _ release: Hotpatch, _ now: Date) throws -> (HotpatchCounts, idle: HotpatchWatch?) {
        let counts = try connection.hotpatchCounts(release.app, release.id)
        guard let watch = try connection.readHotpatchWatch(release.app, release.id), watch.closedAt == nil else { return (counts, nil) }
        var known = watch.state.known
        known.resize(counts, peak: release.mostPercentage)
        guard known == watch.state.known, known.freeze(at: now.milliseconds) == watch.state.freeze else { return (counts, nil) }
        guard try connection.hotpatchInbox(release.app, release.id, limit: 1).isEmpty else { return (counts, nil) }
        let since = now.milliseconds - (watch.silenceHours ?? HotpatchUsualSilence.standard) * 3_600_000
        let isQuiet = try connection.quietHotpatchDevices(release.app, release.id, since: since, limit: 1).isEmpty
        return (counts, isQuiet ? watch : nil)
    }

    private func fold(_ connection: Connection, _ release: Hotpatch, _ watch: inout HotpatchWatch, _ now: Date) throws -> Bool {
        let (app, id) = (release.app, release.id)
        let letters = try connection.hotpatchInbox(app, id, limit: Self.mostReports)
        var devices = try connection.hotpatchDevices(app, id, Array(Set(letters.map(\.device))))
        let taken = letters.filter { devices[$0.device] != nil || $0.receivedAt < now.milliseconds - Self.patience }
        var changed: Set<String> = []
        for letter in taken {
            guard var known = devices[letter.device] else { continue }
            watch.state.known.fold(letter.report, into: &known.device, at: letter.receivedAt)
            devices[letter.device] = known
            changed.insert(letter.device)
        }
        try connection.deleteHotpatchInbox(app, id, taken)
        try connection.saveHotpatchDevices(app, id, changed.sorted().compactMap { devices[$0] })
        // A device is silent only once all that it said has been heard.
        return taken.count == Self.mostReports ? false : try foldSilence(connection, &watch, now)
    }

    private func foldSilence(_ connection: Connection, _ watch: inout HotpatchWatch, _ now: Date) throws -> Bool {
        guard let hours = watch.silenceHours else { return true }
        let since = now.milliseconds - hours * 3_600_000
        var quiet = try connection.quietHotpatchDevices(watch.app, watch.release, since: since, limit: Self.mostSilent)
        for place in quiet.indices { watch.state.known.silence(&quiet[place].device) }
        try connection.saveHotpatchDevices(watch.app, watch.release, quiet)
        return quiet.count < Self.mostSilent
    }

    // MARK: deciding

    private func judge(_ release: Hotpatch, _ watch: HotpatchWatch) async throws {
        let now = clock.now
        let isHarm = HotpatchVerdict.isHarm(watch.state.known) && watch.state.freeze == nil
        if isHarm, release.state(at: now).isLive, release.plan.guardMode == .halt {
            return try await halt(release, watch, at: now)
        }
        if release.kept == .halted { return try await close(release, telling: watch.state.toldAt == nil) }
        if !release.state(at: now).isLive { return try await close(release, telling: false) }
        if isHarm, release.plan.guardMode == .notify, watch.state.toldAt == nil { try await tell(release, isHalted: false, closing: false) }
    }

    private func halt(_ release: Hotpatch, _ watch: HotpatchWatch, at now: Date) async throws {
        let finding = HotpatchFinding(watch.state.known, percentage: release.plan.percentage, at: now)
        do {
            let halted = try await hotpatches.halt(release.id, of: release.app, because: try finding.json(), by: .console)
            try await close(halted, telling: true)
        } catch let problem as Problem where problem.kind == .conflict {
            // Somebody ended it just now; the next step closes the watch.
        }
    }

    private func close(_ release: Hotpatch, telling: Bool) async throws {
        if telling { return try await tell(release, isHalted: true, closing: true) }
        try await database.write { [clock] connection in
            guard let watch = try connection.hotpatchWatch(release.app, release.id) else { return }
            try connection.saveHotpatchWatch(watch, closedAt: clock.now)
        }
    }

    /// Tells people once: the notice is written with the mark that they were told.
    private func tell(_ release: Hotpatch, isHalted: Bool, closing: Bool) async throws {
        let now = clock.now
        let app = alerts.apps.app(release.app)
        try await database.write { [alerts] connection in
            guard var watch = try connection.hotpatchWatch(release.app, release.id) else { return }
            let finding = HotpatchFinding(watch.state.known, percentage: release.plan.percentage, at: now)
            if let app, watch.state.toldAt == nil { try alerts.tell(of: release, finding, isHalted: isHalted, app, connection) }
            watch.state.toldAt = watch.state.toldAt ?? now.milliseconds
            watch.state.finding = watch.state.finding ?? finding
            try connection.saveHotpatchWatch(watch, closedAt: closing ? now : nil)
        }
        try await alerts.refreshUnread()
    }
}
