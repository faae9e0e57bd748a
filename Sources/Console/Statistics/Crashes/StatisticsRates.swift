import Foundation
import Storage
import Web

/// How much an app crashes, by three denominators: each answers another question, so each says what it divides by.
public struct StatisticsRates: Codable, Sendable, Equatable {
    /// Crashes ÷ active reports. Neither is counted once per device, so it can pass 1, and has no interval then.
    public let perActives: StatisticsShare
    /// Devices that crashed ÷ devices that were there, each counted once a day, over the days that the range touches.
    public let perDevices: StatisticsShare
    /// The same of users that are known.
    public let perUsers: StatisticsShare
    /// Where these days begin and end, in the app's zone.
    public let from: Date
    public let to: Date
}

/// A rate with what it was made of.
public struct StatisticsShare: Codable, Sendable, Equatable {
    /// Null where it is not known: for days whose crash reports are no longer kept, and for more than ``StatisticsShare/mostDays`` days.
    public let numerator: OrNull<Int>
    public let denominator: OrNull<Int>
    /// Null without a denominator.
    public let rate: OrNull<Double>
    /// Where the rate behind it lies, 19 times in 20: the score interval of E. B. Wilson, Probable Inference, the Law of Succession, and Statistical
    /// Inference, JASA 22 (1927). Null where there is none.
    public let low: OrNull<Double>
    public let high: OrNull<Double>

    /// Days that are counted one by one.
    public static let mostDays = 93

    init(_ numerator: Int?, of denominator: Int?) {
        self.numerator = OrNull(numerator)
        self.denominator = OrNull(numerator == nil ? nil : denominator)
        let interval = numerator.flatMap { part in denominator.flatMap { StatisticsRate.interval(part, of: $0) } }
        rate = OrNull(numerator.flatMap { part in denominator.flatMap { StatisticsRate.of(part, $0) } })
        low = OrNull(interval?.lowerBound)
        high = OrNull(interval?.upperBound)
    }
}

extension Statistics {
    /// - Parameters:
    ///   - zone: the app's.
    ///   - sum: crashes and active reports of the range.
    func rates(
        _ connection: Connection,
        _ filter: StatisticsFilter,
        _ range: StatisticsRange,
        daysIn zone: TimeZone?,
        _ sum: StatisticsActivity
    ) throws -> StatisticsRates {
        let days = range.days(in: zone)
        let there = try connection.audience(filter, days.days)
        let crashed = try crashedDays(connection, filter, days, among: Set(there.keys))
        return StatisticsRates(
            perActives: StatisticsShare(sum.crashes, of: sum.actives),
            perDevices: StatisticsShare(crashed?.devices, of: there.values.reduce(0) { $0 + $1.devices }),
            perUsers: StatisticsShare(crashed?.users, of: there.values.reduce(0) { $0 + $1.users }),
            from: days.from,
            to: days.to
        )
    }

    /// Devices and users that crashed, each counted once on each day and platform, as those that were there are.
    /// - Parameter counted: days of which it is known who was there; others say nothing on either side.
    /// - Returns: nil when reports of the time are gone, or when there are too many days.
    private func crashedDays(
        _ connection: Connection,
        _ filter: StatisticsFilter,
        _ days: StatisticsRange,
        among counted: Set<Int>
    ) throws -> StatisticsAffected? {
        guard try mayCount(connection, filter, days) else { return nil }
        let crashes = try connection.activity(filter, days).map(\.crashes)
        return try zip(days.singleDays, crashes).reduce(into: StatisticsAffected()) { sum, day in
            guard counted.contains(days.day(of: day.0.from)) else { return }
            let affected = try dayMemory.affected(filter, day.0, crashes: day.1) { try connection.affectedByPlatform(filter, day.0) }
            sum.devices += affected.devices
            sum.users += affected.users
        }
    }

    /// The same by version, of devices: only versions that crashed.
    func crashedDevices(_ connection: Connection, _ filter: StatisticsFilter, _ days: StatisticsRange) throws -> [String: Int]? {
        guard try mayCount(connection, filter, days) else { return nil }
        let crashes = try connection.activity(filter, days).map(\.crashes)
        return try zip(days.singleDays, crashes).filter { $0.1 > 0 }.reduce(into: [:]) { sums, day in
            sums.merge(try connection.crashedDevicesByVersion(filter, day.0), uniquingKeysWith: +)
        }
    }

    private func mayCount(_ connection: Connection, _ filter: StatisticsFilter, _ days: StatisticsRange) throws -> Bool {
        guard days.length <= Double(StatisticsShare.mostDays + 1) * 86_400 else { return false }
        return try connection.horizon(filter.app).crashes <= days.from.milliseconds
    }
}

extension StatisticsRange {
    /// Each day of a range of days.
    fileprivate var singleDays: [StatisticsRange] {
        let ends = starts.dropFirst() + [to]
        return zip(starts, ends).map { StatisticsRange(from: $0, to: $1, step: .day, zone: zone) }
    }
}
