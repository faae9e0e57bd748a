import Foundation
import Storage

/// The figures of an app's first page, and of the page of all apps.
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
                gateway: try GatewayStatistics.mostCalled(connection, filter, today, limit: 5),
                receivedAt: try connection.lastReceived(app: app.id)
            )
        }
    }

    /// The last 24 hours of several apps by the hour, and the 24 hours before them as one sum.
    func lastDays(of apps: [App], now: Date) async throws -> [String: OverviewHomeDay] {
        let range = try StatisticsRange(.init(preset: .twentyFourHours), steps: { _ in .hour }, zone: .gmt, now: now)
        return try await database.read { connection in
            var steps = StatisticsSteps(range)
            let empty = [StatisticsActivity](repeating: StatisticsActivity(), count: steps.starts.count)
            var days: [String: OverviewHomeDay] = [:]
            for row in try connection.activity(of: apps.map(\.id), range) {
                days[row.app, default: OverviewHomeDay(hours: empty)].hours[steps.index(of: row.seconds)] += row.activity
            }
            for row in try connection.activity(of: apps.map(\.id), range.before) {
                days[row.app, default: OverviewHomeDay(hours: empty)].before += row.activity
            }
            return days
        }
    }
}
