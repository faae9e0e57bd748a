import Foundation
import Storage
import Web

/// How long the app takes to start: the first start after an installation, and all others.
public struct StartupStatistics: Codable, Sendable, StatisticsReaching {
    /// One for every step of the range.
    public let items: [StartupItem]
    public let totals: StartupFigures
    /// Most starts first.
    public let versions: [StartupVersion]
    public let range: StatisticsRangeBody
    public let receivedAt: OrNull<Date>
    /// As in ``CrashStatistics``.
    public let completeUntil: OrNull<Date>
}

public struct StartupItem: Codable, Sendable {
    public let time: Date
    public let first: DurationFigures
    public let other: DurationFigures
}

public struct StartupVersion: Codable, Sendable {
    /// Empty when the logs do not say.
    public let version: String
    public let first: DurationFigures
    public let other: DurationFigures
}

public struct StartupFigures: Codable, Sendable {
    public let first: DurationFigures
    public let other: DurationFigures
}

/// How long something took, in milliseconds, off by at most 3.2 % (see ``TelemetryHistogram``); null of nothing.
public struct DurationFigures: Codable, Sendable, Equatable {
    public let count: Int
    public let p50: OrNull<Int>
    public let p90: OrNull<Int>
    public let p99: OrNull<Int>

    init(_ histogram: TelemetryHistogram) {
        count = histogram.total
        p50 = OrNull(histogram.quantile(0.5))
        p90 = OrNull(histogram.quantile(0.9))
        p99 = OrNull(histogram.quantile(0.99))
    }
}

/// First starts and others, as they are counted.
struct StartupHistograms {
    var first = TelemetryHistogram()
    var other = TelemetryHistogram()

    mutating func add(_ row: StatisticsDurationRow) {
        if row.isFirst { first.add(row.count, toBucket: row.bucket) } else { other.add(row.count, toBucket: row.bucket) }
    }
}

extension Statistics {
    /// - Parameter range: with steps of a quarter or longer.
    public func startup(_ filter: StatisticsFilter, _ range: StatisticsRange) async throws -> StartupStatistics {
        try await database.read { connection in
            var steps = StatisticsSteps(range)
            var histograms = [StartupHistograms](repeating: StartupHistograms(), count: steps.starts.count)
            var versions: [String: StartupHistograms] = [:]
            for row in try connection.startsByTime(filter, range) { histograms[steps.index(of: row.time)].add(row) }
            for row in try connection.startsByVersion(filter, range) { versions[row.version, default: StartupHistograms()].add(row) }
            return StartupStatistics(
                items: zip(steps.starts, histograms).map { StartupItem(time: $0, first: .init($1.first), other: .init($1.other)) },
                totals: Self.totals(versions),
                versions: Self.versions(versions),
                range: StatisticsRangeBody(range),
                receivedAt: OrNull(try connection.lastReceived(app: filter.app)),
                completeUntil: OrNull(try connection.completeUntil(filter, at: clock.now))
            )
        }
    }

    private static func totals(_ versions: [String: StartupHistograms]) -> StartupFigures {
        var sum = StartupHistograms()
        for histograms in versions.values {
            sum.first.add(histograms.first)
            sum.other.add(histograms.other)
        }
        return StartupFigures(first: .init(sum.first), other: .init(sum.other))
    }

    private static func versions(_ versions: [String: StartupHistograms]) -> [StartupVersion] {
        let items = versions.map { StartupVersion(version: $0.key, first: .init($0.value.first), other: .init($0.value.other)) }
        return items.sorted { ($1.first.count + $1.other.count, $0.version) < ($0.first.count + $0.other.count, $1.version) }
    }
}
