import Foundation
import Storage
import Web

/// How an app is today: the figures of its page, read at once.
struct Overview: Sendable {
    let app: App
    let filter: StatisticsFilter
    let now: Date
    /// The last 24 hours, by half hours of the app's zone.
    let lastDay: StatisticsRange
    /// Crashes and active reports of `lastDay` by version, step by step.
    let versions: [String: [StatisticsActivity]]
    /// Since midnight.
    let today: CrashTotals
    /// Yesterday up to the same time of day.
    let yesterdaySoFar: StatisticsActivity
    /// All of yesterday.
    let yesterday: CrashTotals
    /// By day of the last two weeks, days counted from 1970-01-01 in the app's zone.
    let audience: [Int: StatisticsAudience]
    let day: Int
    /// Devices by version on the latest day that has any.
    let devices: [String: Int]
    /// Starts that are not the first after installation.
    let startup: DurationFigures
    let startupYesterday: DurationFigures
    /// The most frequent of the last hour.
    let calls: [RPCItem]
    /// Lines of today that could not be read.
    let quarantined: Int
    let receivedAt: Date?

    /// Whether the app ever sent anything.
    var isRunning: Bool { receivedAt != nil || !audience.isEmpty }

    /// All versions together, for every step of `lastDay`.
    var steps: [StatisticsActivity] {
        lastDay.starts.indices.map { index in StatisticsActivity.sum(versions.values.map { $0[index] }) }
    }
}

extension Statistics {
    /// - Parameter platform: nil for all of the app's platforms.
    func overview(_ app: App, _ platform: Platform?, now: Date) async throws -> Overview {
        let filter = StatisticsFilter(app: app.id, platform: platform)
        func range(_ preset: StatisticsPreset, _ step: StatisticsStep) throws -> StatisticsRange {
            try StatisticsRange(.init(preset: preset), steps: { _ in step }, zone: app.timeZone, now: now)
        }
        let lastDay = try range(.twentyFourHours, .minutes(30))
        let today = try range(.today, .minutes(15))
        let yesterday = try range(.yesterday, .minutes(15))
        let lastHour = try range(.hour, .minutes(15))
        let day = today.day(of: now)
        return try await database.read { connection in
            let devices = try connection.versionDevices(filter, day - 13...day)
            return Overview(
                app: app,
                filter: filter,
                now: now,
                lastDay: lastDay,
                versions: try connection.activityByVersion(filter, lastDay),
                today: try totals(connection, filter, today),
                yesterdaySoFar: .sum(try connection.activity(filter, today.before)),
                yesterday: try totals(connection, filter, yesterday),
                audience: try connection.audience(filter, day - 13...day),
                day: day,
                devices: devices.keys.max().flatMap { devices[$0] } ?? [:],
                startup: DurationFigures(try connection.otherStarts(filter, today)),
                startupYesterday: DurationFigures(try connection.otherStarts(filter, yesterday)),
                calls: try rank(connection, filter, lastHour, by: .calls, limit: 5).items,
                quarantined: try connection.quarantined(filter, since: day),
                receivedAt: try connection.lastReceived(app: app.id)
            )
        }
    }
}
