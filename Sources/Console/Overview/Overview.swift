import Foundation

/// How an app is today: the figures of its page.
struct Overview: Sendable {
    let app: App
    let filter: StatisticsFilter
    let now: Date
    /// The last 24 hours, by half hours.
    let lastDay: StatisticsRange
    /// Crashes and active reports of `lastDay`.
    let recent: CrashStatistics
    /// The last 24 hours by version.
    let trend: CrashTrend
    /// Crashes and active reports since midnight, and of yesterday up to the same hour.
    let today: CrashStatistics
    /// All of yesterday.
    let yesterday: CrashStatistics
    /// The last 14 days, today last.
    let audience: ActiveStatistics
    let versions: VersionStatistics
    let startup: StartupStatistics
    let startupYesterday: StartupStatistics
    /// Of the last hour.
    let calls: RPCStatistics
    /// Lines of today that could not be read.
    let quarantined: Int

    var receivedAt: Date? { recent.receivedAt.value }

    init(_ app: App, _ platform: Platform?, _ statistics: Statistics, now: Date) async throws {
        func range(_ words: StatisticsRange.Words, _ step: StatisticsStep) throws -> StatisticsRange {
            try StatisticsRange(words, steps: { _ in step }, zone: app.timeZone, now: now)
        }
        self.app = app
        self.now = now
        filter = StatisticsFilter(app: app.id, platform: platform)
        lastDay = try range(.init(preset: .twentyFourHours), .minutes(30))
        let sinceMidnight = try range(.init(preset: .today), .minutes(15))
        let allYesterday = try range(.init(preset: .yesterday), .minutes(15))
        let fortnight = try range(.init(from: "-14d"), .day)
        recent = try await statistics.crashes(filter, lastDay)
        trend = try await statistics.crashTrend(filter, lastDay)
        today = try await statistics.crashes(filter, sinceMidnight, compared: true)
        yesterday = try await statistics.crashes(filter, allYesterday)
        audience = try await statistics.actives(filter, fortnight)
        versions = try await statistics.versions(filter, fortnight)
        startup = try await statistics.startup(filter, sinceMidnight)
        startupYesterday = try await statistics.startup(filter, allYesterday)
        calls = try await statistics.rpc(filter, range(.init(preset: .hour), .minutes(15)), by: .calls)
        quarantined = try await statistics.quarantined(filter, since: fortnight.day(of: now))
    }
}
