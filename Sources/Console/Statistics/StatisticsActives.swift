import Foundation
import Storage
import Web

/// Active reports, devices and users of a range.
public struct ActiveStatistics: Codable, Sendable, StatisticsReaching {
    /// One for every step of the range, also the empty ones.
    public let items: [ActiveItem]
    public let totals: ActiveTotals
    public let range: StatisticsRangeBody
    public let receivedAt: OrNull<Date>
    /// As in ``CrashStatistics``.
    public let completeUntil: OrNull<Date>
}

/// Devices and users are counted once a day of the app's zone, so finer steps and days of another zone have null there.
public struct ActiveItem: Codable, Sendable, Equatable {
    public let time: Date
    public let actives: Int
    public let devices: OrNull<Int>
    public let newDevices: OrNull<Int>
    /// A person on two platforms counts on both.
    public let users: OrNull<Int>

    init(_ time: Date, _ activity: StatisticsActivity, _ audience: StatisticsAudience?) {
        self.time = time
        actives = activity.actives
        devices = OrNull(audience?.devices)
        newDevices = OrNull(audience?.newDevices)
        users = OrNull(audience?.users)
    }
}

public struct ActiveTotals: Codable, Sendable, Equatable {
    public let actives: Int
    public let newDevices: Int
    /// Mean over the days with any; null without one.
    public let devicesPerDay: OrNull<Double>
    public let usersPerDay: OrNull<Double>
}

/// Distinct devices and users of one day.
struct StatisticsAudience: Equatable {
    var devices = 0
    var newDevices = 0
    var users = 0
}

extension Statistics {
    /// - Parameter zone: the app's, in whose days devices and users are counted; the range's when nil.
    public func actives(_ filter: StatisticsFilter, _ range: StatisticsRange, daysIn zone: TimeZone? = nil) async throws -> ActiveStatistics {
        try await database.read { connection in
            let counted = range.days(in: zone)
            let activity = try connection.activity(filter, range)
            let days = try connection.audience(filter, counted.days)
            let items = zip(range.starts, activity).map { start, activity in
                ActiveItem(start, activity, range.isMade(of: counted) ? days[counted.day(of: start)] ?? StatisticsAudience() : nil)
            }
            return ActiveStatistics(
                items: items,
                totals: Self.totals(activity, days),
                range: StatisticsRangeBody(range),
                receivedAt: OrNull(try connection.lastReceived(app: filter.app)),
                completeUntil: OrNull(try connection.completeUntil(filter, at: clock.now))
            )
        }
    }

    private static func totals(_ activity: [StatisticsActivity], _ days: [Int: StatisticsAudience]) -> ActiveTotals {
        func mean(_ value: (StatisticsAudience) -> Int) -> Double? {
            days.isEmpty ? nil : Double(days.values.reduce(0) { $0 + value($1) }) / Double(days.count)
        }
        return ActiveTotals(
            actives: StatisticsActivity.sum(activity).actives,
            newDevices: days.values.reduce(0) { $0 + $1.newDevices },
            devicesPerDay: OrNull(mean(\.devices)),
            usersPerDay: OrNull(mean(\.users))
        )
    }
}

extension StatisticsRange {
    /// The days of a zone that the range touches.
    func days(in zone: TimeZone?) -> StatisticsRange {
        StatisticsRange(from: from, to: to, step: .day, zone: zone ?? self.zone)
    }

    /// Whether its steps are those days.
    func isMade(of days: StatisticsRange) -> Bool {
        step == .day && zone.identifier == days.zone.identifier
    }

    /// The day a moment is on in the range's zone, counted from 1970-01-01.
    func day(of date: Date) -> Int {
        Int(((date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))) / 86_400).rounded(.down))
    }

    /// All days the range touches.
    var days: ClosedRange<Int> { day(of: from)...max(day(of: from), day(of: to.addingTimeInterval(-1))) }
}
