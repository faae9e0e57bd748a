import Foundation
import Storage
import Web

/// Which versions were in use during a range.
public struct VersionStatistics: Codable, Sendable, StatisticsReaching {
    /// By active reports of the whole range, most used first.
    public let items: [VersionItem]
    /// By devices, day by day of the app's zone.
    public let days: [VersionDay]
    public let range: StatisticsRangeBody
    public let receivedAt: OrNull<Date>
    /// As in ``CrashStatistics``.
    public let completeUntil: OrNull<Date>
}

public struct VersionItem: Codable, Sendable, Equatable {
    /// Empty when the logs do not say.
    public let version: String
    public let actives: Int
    /// Of all active reports of the range.
    public let share: OrNull<Double>
    public let crashes: Int
    public let crashRate: OrNull<Double>
    /// Distinct devices on the last day of the range that has any.
    public let devices: Int
    /// As in ``StatisticsRates``.
    public let perActives: StatisticsShare
    public let perDevices: StatisticsShare
}

public struct VersionDay: Codable, Sendable {
    public let time: Date
    public let items: [Share]

    public struct Share: Codable, Sendable, Equatable {
        public let version: String
        public let devices: Int
        /// Of the day's devices over all versions; a device that changed version counts in both.
        public let share: OrNull<Double>
    }
}

extension Statistics {
    /// - Parameter zone: the app's, in whose days devices are counted; the range's when nil.
    public func versions(_ filter: StatisticsFilter, _ range: StatisticsRange, daysIn zone: TimeZone? = nil) async throws -> VersionStatistics {
        try await database.read { connection in
            let counted = range.days(in: zone)
            let activity = try connection.activityByVersion(filter, range).mapValues(StatisticsActivity.sum)
            let devices = try connection.versionDevices(filter, counted.days)
            let latest = devices.keys.max().flatMap { devices[$0] } ?? [:]
            let there = devices.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            let crashed = try crashedDevices(connection, filter, counted)
            return VersionStatistics(
                items: Self.items(activity, latest) { version in
                    StatisticsShare(crashed.map { there[version] == nil ? 0 : $0[version] ?? 0 }, of: there[version] ?? 0)
                },
                days: counted.starts.map { Self.day($0, devices[counted.day(of: $0)] ?? [:]) },
                range: StatisticsRangeBody(range),
                receivedAt: OrNull(try connection.lastReceived(app: filter.app)),
                completeUntil: OrNull(try connection.completeUntil(filter, at: clock.now))
            )
        }
    }

    private static func items(
        _ activity: [String: StatisticsActivity],
        _ devices: [String: Int],
        perDevices: (_ version: String) -> StatisticsShare
    ) -> [VersionItem] {
        let all = StatisticsActivity.sum(activity.values).actives
        let items = activity.map { version, sum in
            VersionItem(
                version: version,
                actives: sum.actives,
                share: OrNull(StatisticsRate.of(sum.actives, all)),
                crashes: sum.crashes,
                crashRate: OrNull(sum.crashRate),
                devices: devices[version] ?? 0,
                perActives: StatisticsShare(sum.crashes, of: sum.actives),
                perDevices: perDevices(version)
            )
        }
        return items.sorted { ($1.actives, $0.version) < ($0.actives, $1.version) }
    }

    private static func day(_ start: Date, _ devices: [String: Int]) -> VersionDay {
        let all = devices.values.reduce(0, +)
        let shares = devices.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            VersionDay.Share(version: $0.key, devices: $0.value, share: OrNull(StatisticsRate.of($0.value, all)))
        }
        return VersionDay(time: start, items: shares)
    }
}
