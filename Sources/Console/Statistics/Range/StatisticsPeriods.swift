import Foundation

/// The ranges around a range.
extension StatisticsRange {
    /// What this range is compared with: the same length one period earlier.
    public var before: StatisticsRange {
        StatisticsRange(from: shifted(from, by: -1), to: shifted(to, by: -1), step: step, zone: zone)
    }

    /// The whole period that ends where this one begins.
    public var previous: StatisticsRange {
        StatisticsRange(from: shifted(from, by: -1), to: from, step: step, zone: zone)
    }

    /// The whole period after this one; nil when it has not begun.
    public func next(now: Date) -> StatisticsRange? {
        let start = shifted(from, by: 1)
        guard start < now else { return nil }
        return StatisticsRange(from: start, to: shifted(start, by: 1), step: step, zone: zone)
    }

    /// Whether time goes on in it.
    public func isOpen(now: Date) -> Bool { to > now }

    /// Days shift by the calendar, so that midnight stays midnight when clocks change.
    private func shifted(_ date: Date, by periods: Int) -> Date {
        guard let days = periodDays else { return date.addingTimeInterval(Double(periods) * length) }
        return Calendar.days(in: zone).adding(days: periods * days, to: date)
    }

    private var periodDays: Int? {
        if let days = preset?.periodDays { return days }
        let calendar = Calendar.days(in: zone)
        guard calendar.startOfDay(for: from) == from, calendar.startOfDay(for: to) == to else { return nil }
        return calendar.dateComponents([.day], from: from, to: to).day
    }
}
