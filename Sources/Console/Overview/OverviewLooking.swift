import Foundation
import Storage
import Web

/// Looks over apps for what is out of order, what changed and what waits for somebody. A handful of bounded queries for all apps together, and two of
/// each app's telemetry.
struct OverviewLooking: Sendable {
    let database: Database
    let ledger: Ledger
    let expiries: ExpiryRadar
    /// How many alerts of an app nobody has read; without SQL.
    let unread: @Sendable (_ app: String) -> Int

    /// Apps that are looked over at once: more than a page has tiles of, so that trouble far down in the list is seen too.
    static let mostApps = 200
    private static let week: TimeInterval = 7 * 86_400
    /// How long an answer to feedback may be late before nobody waits for it any more.
    private static let month: TimeInterval = 30 * 86_400

    /// - Parameter apps: those that the viewer may see.
    func look(at apps: [App], for viewer: Viewer?, now: Date) async throws -> OverviewAttention {
        let live = apps.filter { $0.archivedAt == nil }
        let seesJobs = viewer?.role(on: nil) == .admin
        let (wrong, waiting) = try await database.read { connection in
            (try self.wrong(live, now, connection), try self.waiting(live.map(\.id), seesJobs, now, connection))
        }
        let shown = Set(live.map(\.id))
        let ending = try await expiries.look(now).filter { shown.contains($0.app) }
        let (from, soon) = (now.addingTimeInterval(-Self.week), now.addingTimeInterval(1))
        let changes = try await ledger.felt(in: apps.map(\.id), from: from, to: soon, limit: OverviewAttention.most)
        return OverviewAttention(
            wrong: .init(wrong + alerts(live)),
            changed: .init(count: changes.count, items: changes),
            waiting: .init(waiting + expiring(ending) + oldSecrets(live, now))
        )
    }

    // MARK: is anything wrong

    private func wrong(_ apps: [App], _ now: Date, _ connection: Connection) throws -> [OverviewSign] {
        let (ids, week) = (apps.map(\.id), now.addingTimeInterval(-Self.week))
        let halted = try connection.haltedHotpatches(of: ids, since: week).map {
            OverviewSign(.haltedPatch, $0, isGrave: true, list: "hotpatches?state=halted", one: "hotpatches/\($0.id)")
        }
        let failed = try connection.failedAlertDeliveries(of: ids, since: week).map {
            OverviewSign(.failedDeliveries, $0, isGrave: true, list: "alert-deliveries?state=failed", one: "alert-deliveries/\($0.id)")
        }
        return halted + failed + (try worse(ids, now, connection)) + (try apps.flatMap { try telemetry($0, now, connection) })
    }

    /// Versions of the last 24 hours that surely crash more than the others of their app.
    private func worse(_ apps: [String], _ now: Date, _ connection: Connection) throws -> [OverviewSign] {
        try connection.versionActivity(of: apps, since: now.addingTimeInterval(-86_400), to: now).flatMap { app, versions in
            StatisticsActivity.worse(versions).prefix(3).map { version, activity, rest in
                OverviewSign(
                    kind: .worseVersion,
                    app: app,
                    count: activity.crashes,
                    subject: OrNull(version.orNil),
                    at: OrNull(nil),
                    isGrave: true,
                    rate: OrNull(activity.crashRate),
                    rest: OrNull(rest.crashRate),
                    href: "/apps/\(app)/crash-trend?range=24h"
                )
            }
        }
    }

    /// Nothing for two hours, though something came in the week before; and lines of today that nobody can read.
    private func telemetry(_ app: App, _ now: Date, _ connection: Connection) throws -> [OverviewSign] {
        var signs: [OverviewSign] = []
        let last = try connection.lastActivity(of: app.id)
        if let last, (7_200...Self.week).contains(now.timeIntervalSince(last)) {
            signs.append(OverviewSign(.silence, AppTally(app: app.id, count: 1, id: "", title: "", at: last), list: "platforms"))
        }
        let lines = try connection.countQuarantinedLines(StatisticsFilter(app: app.id, platform: nil), since: app.day(of: now))
        if lines > 0 {
            signs.append(OverviewSign(.unreadableLines, AppTally(app: app.id, count: lines, id: "", title: "", at: now), list: "quarantine"))
        }
        return signs
    }

    private func alerts(_ apps: [App]) -> [OverviewSign] {
        apps.compactMap { app in
            let count = unread(app.id)
            guard count > 0 else { return nil }
            return OverviewSign(
                kind: .alerts,
                app: app.id,
                count: count,
                subject: OrNull(nil),
                at: OrNull(nil),
                isGrave: false,
                href: "/apps/\(app.id)/alerts?unread=true"
            )
        }
    }

    // MARK: what needs somebody

    private func waiting(_ apps: [String], _ seesJobs: Bool, _ now: Date, _ connection: Connection) throws -> [OverviewSign] {
        let (week, month) = (now.addingTimeInterval(-Self.week), now.addingTimeInterval(-Self.month))
        let jobs = seesJobs ? try connection.failedJobs(of: apps, since: week) : []
        return [
            try connection.askedHotpatches(of: apps).map { OverviewSign(.patchApproval, $0, list: "hotpatches", one: "hotpatches/\($0.id)") },
            try connection.askedPushMessages(of: apps).map {
                OverviewSign(.pushApproval, $0, list: "push-messages?state=draft", one: "push-messages/\($0.id)")
            },
            try connection.askedDiagnoses(of: apps).map {
                OverviewSign(.diagnosisApproval, $0, list: "diagnostics?state=asked", one: "diagnostics/\($0.id)")
            },
            try connection.newCrashGroups(of: apps, since: week).map {
                OverviewSign(.newGroups, $0, list: "crash-groups?state=open", one: "crash-groups/\($0.id)")
            },
            try connection.waitingFeedback(of: apps, since: month).map { OverviewSign(.feedback, $0, list: "feedback", one: "feedback/\($0.id)") },
            try connection.arrivedDiagnoses(of: apps, since: week).map {
                OverviewSign(.diagnosisLogs, $0, list: "diagnostics?state=done", one: "diagnostics/\($0.id)")
            },
            try connection.failedBuildRequests(of: apps, since: week).map {
                OverviewSign(.failedBuilds, $0, list: "build-requests?state=failed", one: "build-requests/\($0.id)")
            },
            try connection.draftedSwitches(of: apps).map { OverviewSign(.switchDrafts, $0, list: "switches/publication") },
            jobs.map(Self.job),
        ].flatMap { $0 }
    }

    /// Jobs have their pages beside the apps'.
    private static func job(_ tally: AppTally) -> OverviewSign {
        OverviewSign(
            kind: .failedJobs,
            app: tally.app,
            count: tally.count,
            subject: OrNull(nil),
            at: OrNull(tally.at),
            isGrave: false,
            href: tally.count == 1 ? "/nodes/jobs/\(tally.id)" : "/nodes/jobs?state=failed"
        )
    }

    /// Within a month: later ones are on the page of all.
    private func expiring(_ ending: [Expiry]) -> [OverviewSign] {
        ending.filter { $0.level != .notice && $0.level != .later }.map { expiry in
            OverviewSign(
                kind: .expiry,
                app: expiry.app,
                count: 1,
                subject: OrNull(expiry.name),
                at: OrNull(expiry.expiresAt),
                isGrave: expiry.level != .soon,
                stops: OrNull(expiry.stops),
                href: expiry.path
            )
        }
    }

    /// Old secrets that end within a week.
    private func oldSecrets(_ apps: [App], _ now: Date) -> [OverviewSign] {
        apps.flatMap { app in
            app.platforms.compactMap { platform in
                guard let end = platform.oldSecretUntil, end > now, end.timeIntervalSince(now) < Self.week else { return nil }
                let tally = AppTally(app: app.id, count: 1, id: "", title: platform.appKey, at: end)
                return OverviewSign(.oldSecret, tally, list: "platforms/\(platform.platform.rawValue)")
            }
        }
    }
}
