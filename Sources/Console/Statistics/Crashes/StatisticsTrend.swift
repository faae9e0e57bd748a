import Foundation
import Storage
import Web

/// Crashes of a range by version, step by step.
public struct CrashTrend: Codable, Sendable, StatisticsReaching {
    /// The versions with most active reports first, 20 at most.
    public let items: [VersionTrend]
    /// All versions together, also those that are not among the items.
    public let all: [CrashItem]
    public let totals: CrashTotals
    public let range: StatisticsRangeBody
    public let receivedAt: OrNull<Date>
    /// As in ``CrashStatistics``.
    public let completeUntil: OrNull<Date>
}

public struct VersionTrend: Codable, Sendable {
    /// Empty when the logs do not say.
    public let version: String
    public let crashes: Int
    public let actives: Int
    public let crashRate: OrNull<Double>
    /// One for every step of the range.
    public let items: [CrashItem]
    /// Whether this version surely crashes more than the others together.
    public let worse: Bool

    var activity: StatisticsActivity { StatisticsActivity(crashes: crashes, actives: actives) }
}

extension Statistics {
    /// Steps of a trend at most: every version has an item for each.
    static let trendLimit = 5_000

    public func crashTrend(_ filter: StatisticsFilter, _ range: StatisticsRange) async throws -> CrashTrend {
        try await database.read { connection in
            let versions = try connection.activityByVersion(filter, range)
            let sum = StatisticsActivity.sum(versions.values.joined())
            let starts = range.starts
            let trends = versions.map { Self.trend($0, $1, starts, of: sum) }.sorted { ($1.actives, $0.version) < ($0.actives, $1.version) }
            return CrashTrend(
                items: Array(trends.prefix(20)),
                all: Self.sums(versions.values, starts),
                totals: try totals(connection, filter, range, sum),
                range: StatisticsRangeBody(range),
                receivedAt: OrNull(try connection.lastReceived(app: filter.app)),
                completeUntil: OrNull(try connection.completeUntil(filter, at: clock.now))
            )
        }
    }

    private static func sums(_ versions: some Collection<[StatisticsActivity]>, _ starts: [Date]) -> [CrashItem] {
        starts.enumerated().map { index, start in CrashItem(start, StatisticsActivity.sum(versions.map { $0[index] })) }
    }

    private static func trend(_ version: String, _ steps: [StatisticsActivity], _ starts: [Date], of all: StatisticsActivity) -> VersionTrend {
        let sum = StatisticsActivity.sum(steps)
        return VersionTrend(
            version: version,
            crashes: sum.crashes,
            actives: sum.actives,
            crashRate: OrNull(sum.crashRate),
            items: zip(starts, steps).map { CrashItem($0, $1) },
            worse: sum.isWorse(thanRestOf: all)
        )
    }
}

extension StatisticsActivity {
    /// Whether the whole 95 % interval lies above that of the rest, and the rate above one and a half times the rest's: enough to tell somebody.
    func isWorse(thanRestOf all: StatisticsActivity) -> Bool {
        let rest = rest(of: all)
        guard let own = StatisticsRate.interval(crashes, of: actives), let others = StatisticsRate.interval(rest.crashes, of: rest.actives) else {
            return false
        }
        return own.lowerBound > others.upperBound && (crashRate ?? 0) > 1.5 * (rest.crashRate ?? 0)
    }

    /// What is left of a whole without this part.
    func rest(of all: StatisticsActivity) -> StatisticsActivity {
        StatisticsActivity(crashes: all.crashes - crashes, actives: all.actives - actives)
    }
}
