import Foundation

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
    /// The most frequent of today, as the gateway saw them.
    let gateway: [GatewayRank]
    let receivedAt: Date?

    /// Whether the app ever sent anything.
    var isRunning: Bool { receivedAt != nil || !audience.isEmpty }

    /// All versions together, for every step of `lastDay`.
    var steps: [StatisticsActivity] {
        lastDay.starts.indices.map { index in StatisticsActivity.sum(versions.values.map { $0[index] }) }
    }
}

extension Overview {
    /// Versions of the last 24 hours that surely crash more than the others, with these others; the highest rate first.
    var worse: [(version: String, activity: StatisticsActivity, rest: StatisticsActivity)] {
        StatisticsActivity.worse(versions.mapValues { StatisticsActivity.sum($0) })
    }
}

extension StatisticsActivity {
    /// Versions that surely crash more than the others, with these others; the highest rate first.
    static func worse(_ versions: [String: StatisticsActivity]) -> [(version: String, activity: StatisticsActivity, rest: StatisticsActivity)] {
        let all = StatisticsActivity.sum(versions.values)
        return versions.filter { $0.value.isWorse(thanRestOf: all) }.map { ($0.key, $0.value, $0.value.rest(of: all)) }
            .sorted { ($1.1.crashRate ?? 0, $0.0) < ($0.1.crashRate ?? 0, $1.0) }
    }
}
