import Foundation
import Storage
import Web

/// Crashes and active reports of a range, step by step.
public struct CrashStatistics: Codable, Sendable, StatisticsReaching {
    /// One for every step of the range, also the empty ones.
    public let items: [CrashItem]
    public let totals: CrashTotals
    /// Of the whole range, by denominator.
    public let rates: StatisticsRates
    public let range: StatisticsRangeBody
    /// When the app's latest logs arrived: what comes later may still be missing.
    public let receivedAt: OrNull<Date>
    /// 99 of 100 lines of the last seven days arrived within as long as this is before now: what is later is not complete yet. Null without any.
    public let completeUntil: OrNull<Date>
    /// The period before, when it was asked for.
    public let previous: CrashPeriod?
}

public struct CrashPeriod: Codable, Sendable {
    public let items: [CrashItem]
    public let totals: CrashTotals
}

public struct CrashItem: Codable, Sendable, Equatable {
    /// When the step begins.
    public let time: Date
    public let crashes: Int
    public let actives: Int
    /// Crashes ÷ active reports; null without active reports.
    public let crashRate: OrNull<Double>

    init(_ time: Date, _ activity: StatisticsActivity) {
        self.time = time
        crashes = activity.crashes
        actives = activity.actives
        crashRate = OrNull(activity.crashRate)
    }
}

public struct CrashTotals: Codable, Sendable, Equatable {
    public let crashes: Int
    public let actives: Int
    public let crashRate: OrNull<Double>
    /// Distinct devices with a crash.
    public let devices: Int
    /// Distinct users with a crash.
    public let users: Int

    init(_ activity: StatisticsActivity, _ affected: StatisticsAffected) {
        crashes = activity.crashes
        actives = activity.actives
        crashRate = OrNull(activity.crashRate)
        devices = affected.devices
        users = affected.users
    }

    var activity: StatisticsActivity { StatisticsActivity(crashes: crashes, actives: actives) }
}

/// What a statistic covers.
public struct StatisticsRangeBody: Codable, Sendable, Equatable {
    public let from: Date
    /// Not part of the range.
    public let to: Date
    /// `minute`, `hour`, `day` or like `15m`.
    public let step: String
    /// IANA name of the zone in which days begin.
    public let zone: String

    init(_ range: StatisticsRange) {
        from = range.from
        to = range.to
        step = range.step.name
        zone = range.zone.identifier
    }
}

extension Statistics {
    /// - Parameters:
    ///   - compared: whether to add the period before.
    ///   - zone: the app's, in whose days devices and users are counted; the range's when nil.
    public func crashes(
        _ filter: StatisticsFilter,
        _ range: StatisticsRange,
        compared: Bool = false,
        daysIn zone: TimeZone? = nil
    ) async throws -> CrashStatistics {
        try await database.read { connection in
            let period = try crashPeriod(connection, filter, range)
            return CrashStatistics(
                items: period.items,
                totals: period.totals,
                rates: try rates(connection, filter, range, daysIn: zone, period.totals.activity),
                range: StatisticsRangeBody(range),
                receivedAt: OrNull(try connection.lastReceived(app: filter.app)),
                completeUntil: OrNull(try connection.completeUntil(filter, at: clock.now)),
                previous: compared ? try crashPeriod(connection, filter, range.before) : nil
            )
        }
    }

    private func crashPeriod(_ connection: Connection, _ filter: StatisticsFilter, _ range: StatisticsRange) throws -> CrashPeriod {
        let activity = try connection.activity(filter, range)
        return CrashPeriod(
            items: zip(range.starts, activity).map { CrashItem($0, $1) },
            totals: try totals(connection, filter, range, .sum(activity))
        )
    }

    func totals(_ connection: Connection, _ filter: StatisticsFilter, _ range: StatisticsRange) throws -> CrashTotals {
        try totals(connection, filter, range, .sum(try connection.activity(filter, range)))
    }

    /// - Parameter sum: of the range.
    func totals(
        _ connection: Connection,
        _ filter: StatisticsFilter,
        _ range: StatisticsRange,
        _ sum: StatisticsActivity
    ) throws -> CrashTotals {
        CrashTotals(sum, try memory.affected(filter, range, crashes: sum.crashes) { try connection.affected(filter, range) })
    }

    /// Some minutes, counted from 1970-01-01 00:00 UTC, in ascending order.
    func minutes(_ filter: StatisticsFilter, _ minutes: Range<Int>, zone: TimeZone) async throws -> [CrashItem] {
        func date(_ minute: Int) -> Date { Date(timeIntervalSince1970: Double(minute) * 60) }
        let range = StatisticsRange(from: date(minutes.lowerBound), to: date(minutes.upperBound), step: .minute, zone: zone)
        return try await database.read { connection in
            zip(range.starts, try connection.activity(filter, range)).map { CrashItem($0, $1) }
        }
    }
}
