import Foundation
import Storage
import Web

/// What rules look at. Each costs by what is in the roll-ups of its span; crashes are looked at one by one only where the sums say that a limit can
/// have been passed.
extension Connection {
    /// Findings of one look: with more than these at once, people know.
    private static let mostFound = 20

    // MARK: devices that crash

    /// Versions with enough active devices of which too many crashed. A day counts by itself: a device that was there on two days counts twice on
    /// both sides.
    func crashRates(over rule: AlertRule, _ app: App, at now: Date) throws -> [AlertFinding] {
        guard let limit = rule.percentage.value.map({ $0 / 100 }), let least = rule.minimum.value, let days = rule.span.value else { return [] }
        let last = StatisticsRange(from: now, to: now.addingTimeInterval(1), step: .day, zone: app.timeZone)
        let calendar = Calendar.days(in: app.timeZone)
        let first = calendar.date(byAdding: .day, value: 1 - days, to: last.from) ?? last.from
        let range = StatisticsRange(from: first, to: last.to, step: .day, zone: app.timeZone)
        let filter = StatisticsFilter(app: app.id, platform: rule.platform.value, version: rule.version.value)
        let active = try versionDevices(filter, range.days).values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        let crashes = try activityByVersion(filter, range).mapValues { StatisticsActivity.sum($0).crashes }
        return try active.filter { version, devices in
            // There are never more devices that crashed than crashes.
            devices >= least && Double(crashes[version] ?? 0) > limit * Double(devices)
        }.sorted { $0.key < $1.key }.prefix(Self.mostFound).compactMap { version, devices in
            let crashed = try crashedDevices(StatisticsFilter(app: app.id, platform: rule.platform.value, version: version), range)
            guard let rate = StatisticsRate.of(crashed, devices), rate > limit else { return nil }
            var facts = AlertFacts(platform: rule.platform.value, version: version)
            facts.span = days
            facts.devices = devices
            facts.crashedDevices = crashed
            let interval = StatisticsRate.interval(crashed, of: devices)
            (facts.rate, facts.low, facts.high, facts.limit) = (rate, interval?.lowerBound, interval?.upperBound, limit)
            return AlertFinding(subject: version, facts: facts)
        }
    }

    /// Day by day.
    private func crashedDevices(_ filter: StatisticsFilter, _ days: StatisticsRange) throws -> Int {
        let ends = days.starts.dropFirst() + [days.to]
        return try zip(days.starts, ends).reduce(0) { sum, day in
            sum + (try affected(filter, StatisticsRange(from: day.0, to: day.1, step: .day, zone: days.zone)).devices)
        }
    }

    // MARK: groups

    /// Groups with many more reports within the last hours than they had in such a time during the seven days before. A group without a past has
    /// none as usual, so that its minimum alone decides.
    func velocities(over rule: AlertRule, _ app: String, at now: Date) throws -> [AlertFinding] {
        guard let factor = rule.factor.value, let least = rule.minimum.value, let hours = rule.span.value else { return [] }
        let hour = now.milliseconds / 3_600_000
        let recent = try groupReports(app, rule, hours: hour - hours + 1...hour, least: least)
        return try recent.prefix(Self.mostFound * 5).compactMap { group in
            let past = try value(
                """
                SELECT CAST(COALESCE(sum(reports), 0) AS BIGINT) FROM crash_group_hour WHERE app_id = \(app) AND group_id = \(group.id)
                AND hour > \(hour - hours - 168) AND hour <= \(hour - hours) AND \(rule.versionCondition)
                """,
                as: Int.self
            )
            // A group that is three days old had three days to be usual in.
            let age = min(max(hour - hours - group.firstHour + 1, 0), 168)
            let usual = age == 0 ? 0 : Double(past ?? 0) * Double(hours) / Double(max(age, hours))
            guard Double(group.reports) > factor * usual else { return nil }
            var facts = AlertFacts(platform: group.platform, version: rule.version.value)
            facts.groups = [AlertFacts.Group(id: group.id, title: group.title, version: group.version)]
            facts.groupCount = 1
            (facts.reports, facts.usual, facts.factor, facts.span) = (group.reports, usual, factor, hours)
            return AlertFinding(subject: group.id, facts: facts)
        }.prefix(Self.mostFound).map { $0 }
    }

    /// Groups with reports of too many devices within an hour.
    func affectedDevices(over rule: AlertRule, _ app: String, at now: Date) throws -> [AlertFinding] {
        guard let limit = rule.minimum.value else { return [] }
        let hour = now.milliseconds / 3_600_000
        // An hour back from now touches two hours of the roll-up.
        let recent = try groupReports(app, rule, hours: hour - 1...hour, least: limit + 1)
        return try recent.prefix(Self.mostFound).compactMap { group in
            let version: SQL = rule.version.value.map { "crash.version = \($0)" } ?? "1 = 1"
            let devices = try value(
                """
                SELECT count(DISTINCT nullif(crash.device, '')) FROM crash_analysis
                JOIN crash ON crash.app_id = crash_analysis.app_id AND crash.id = crash_analysis.crash_id
                WHERE crash_analysis.app_id = \(app) AND crash_analysis.group_id = \(group.id)
                AND crash_analysis.time > \(now.addingTimeInterval(-3_600)) AND \(version)
                """,
                as: Int.self
            )
            guard let devices, devices > limit else { return nil }
            var facts = AlertFacts(platform: group.platform, version: rule.version.value)
            facts.groups = [AlertFacts.Group(id: group.id, title: group.title, version: group.version)]
            facts.groupCount = 1
            (facts.devices, facts.minimum) = (devices, limit)
            return AlertFinding(subject: group.id, facts: facts)
        }
    }

    private struct GroupReports {
        let id: String
        let title: String
        let platform: Platform?
        /// The latest.
        let version: String
        let firstHour: Int
        let reports: Int
    }

    /// Groups that anybody looks after, with at least so many reports within some hours, most reports first.
    private func groupReports(_ app: String, _ rule: AlertRule, hours: ClosedRange<Int>, least: Int) throws -> [GroupReports] {
        let platform: SQL = rule.platform.value.map { "crash_group.platform = \($0)" } ?? "1 = 1"
        let sums = try all(
            """
            SELECT crash_group.id, CAST(sum(crash_group_hour.reports) AS BIGINT) AS total FROM crash_group
            JOIN crash_group_hour ON crash_group_hour.app_id = crash_group.app_id AND crash_group_hour.group_id = crash_group.id
            WHERE crash_group.app_id = \(app) AND crash_group.last_time >= \(hours.lowerBound * 3_600_000) AND crash_group.state <> 'ignored'
                AND crash_group.merged_into = '' AND \(platform) AND crash_group_hour.hour >= \(hours.lowerBound)
                AND crash_group_hour.hour <= \(hours.upperBound) AND \(rule.versionCondition)
            GROUP BY crash_group.id HAVING sum(crash_group_hour.reports) >= \(least) ORDER BY total DESC, crash_group.id LIMIT 200
            """
        ) { (id: try $0[0] as String, reports: try $0[1] as Int) }
        return try sums.compactMap { sum in
            try first("SELECT title, platform, last_version, first_time FROM crash_group WHERE app_id = \(app) AND id = \(sum.id)") { row in
                GroupReports(
                    id: sum.id,
                    title: try row[0],
                    platform: Platform(rawValue: try row[1]),
                    version: try row[2],
                    firstHour: try row[3] as Int / 3_600_000,
                    reports: sum.reports
                )
            }
        }
    }
}

extension AlertRule {
    /// On `crash_group_hour`.
    fileprivate var versionCondition: SQL { version.value.map { "crash_group_hour.version = \($0)" } ?? "1 = 1" }
}
