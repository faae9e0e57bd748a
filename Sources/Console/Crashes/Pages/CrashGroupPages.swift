import Formats
import Foundation
import Storage
import Web

/// Asks other rooms for what the pages of groups show.
struct CrashGroupPages: Sendable {
    let groups: CrashGroups
    let reports: CrashReports
    let accounts: Accounts
    let statistics: Statistics
    let ledger: Ledger
    let lifts: ExposureLifts
    let catalogue: Catalogue

    func list(
        _ list: List<CrashGroup>,
        _ query: CrashGroupRoutes.Query,
        _ place: ListPlace,
        _ app: App,
        _ context: Context
    ) async throws -> CrashGroupListPage {
        let (ids, days) = (list.items.map(\.id), CrashGroupListPage.sparkDays)
        let sparks = try await groups.sparklines(of: ids, of: app.id, days: days, zone: context.reader.zone)
        let waiting = try await groups.database.read { try $0.countUnreadCrashes(app.id) }
        let assignees = try await assignees(app.id)
        return CrashGroupListPage(list, query, place, sparks: sparks, accounts: assignees, waiting: waiting, app, context)
    }

    /// Days of the trend when nobody says.
    static let usualDays = 14
    private static let mostAffected = 10
    private static let mostReports = 10
    private static let mostChanges = 5

    func group(_ group: CrashGroup, days: Int, _ app: App, _ context: Context) async throws -> CrashGroupPage {
        let isMasked = context.isMasked(app)
        let place = try ListPlace(limit: Self.mostReports, cursor: nil)
        let kept = try await groups.reports(of: group.id, of: app.id, place)
        let trend = try await groups.trend(of: group.id, of: app.id, days: days, zone: context.reader.zone)
        let keys = try await groups.keys(of: group.id, of: app.id)
        let (devices, users) = try await groups.affected(group.id, of: app.id, limit: Self.mostAffected)
        let shown = CrashGroupShown(
            group: group,
            trend: trend,
            facets: try await groups.facets(of: group.id, of: app.id),
            devices: devices,
            users: users,
            reports: isMasked ? kept.map { $0.masked() } : kept,
            notes: try await groups.notes(of: group.id, of: app.id).reversed(),
            keys: isMasked ? keys.map { $0.masked() } : keys,
            accounts: try await assignees(app.id),
            key: try await key(of: kept.items.first, app.id),
            days: days,
            changes: try await changes(group, app, context),
            isMasked: isMasked
        )
        return CrashGroupPage(shown, chart: try await chart(group, trend, app, context), app, context)
    }

    private func changes(_ group: CrashGroup, _ app: App, _ context: Context) async throws -> ExposureTable {
        let ranking = try await lifts.ranking(of: group, of: app.id)
        return ExposureTable(ranking, most: Self.mostChanges, catalogue[context.reader.language])
    }

    private func chart(_ group: CrashGroup, _ trend: CrashGroupTrend, _ app: App, _ context: Context) async throws -> SafeHTML {
        let firstDays = try await statistics.firstDays(StatisticsFilter(app: app.id, platform: group.platform))
        let (start, now) = (trend.items.first?.time ?? context.reader.now, context.reader.now)
        let marks = try await ledger.marks(of: app.id, group.platform, from: start, to: now)
        let chart = CrashGroupChart(words: catalogue[context.reader.language], reader: context.reader)
        return chart.html(trend, chart.versions(trend, firstDays: firstDays, appZone: app.timeZone), marks)
    }

    /// Accounts that may look after groups of an app; a few dozen at most, in any company.
    private func assignees(_ app: String) async throws -> [Account] {
        let all = try await accounts.members(try ListPlace(limit: 100, cursor: nil)).items
        return all.filter { account in account.disabledAt == nil && account.roles.contains { $0.app == app || $0.app == AccountRole.everywhere } }
    }

    /// What the newest report is grouped by now, with the symbols that are here now.
    private func key(of item: CrashReportItem?, _ app: String) async throws -> CrashKey? {
        guard let item else { return nil }
        let (report, bytes) = try await reports.report(item.id, of: app)
        let grouping = try await reports.database.read { try $0.crashGrouping(app).grouping }
        guard var read = try? CrashReport.read(bytes, limits: .grouping) else { return grouping.group(bytes, nil) }
        var naming = CrashNaming(lookup: reports.lookup, rules: grouping.rules)
        _ = try await naming.name(&read, of: app, version: report.version)
        return grouping.group(bytes, read)
    }
}

extension CrashGroups {
    /// The devices and users with most of a group's reports.
    func affected(_ group: String, of app: String, limit: Int) async throws -> (devices: [CrashShare], users: [CrashShare]) {
        try await database.read { connection in
            (try connection.crashDevices(app, group, limit: limit), try connection.crashUsers(app, group, limit: limit))
        }
    }
}
