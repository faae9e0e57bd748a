import Foundation
import Web

/// When a message goes out.
struct PushSchedule: Codable, Sendable, Equatable {
    /// nil: as soon as its window to cancel is over.
    var at: Date?
    /// The clocks of `zone` show `at`; each device gets it when its own clock shows the same.
    var deviceLocal: Bool
    var repeats: PushRepeat
    /// Of a repeated one: no run later than this; nil for no end.
    var until: Date?
    /// In which a repeated message keeps its hour when clocks change: an IANA name or `+08:00`.
    var zone: String

    /// Without a time.
    /// - Parameter zone: of quiet hours on devices that do not say theirs.
    static func now(in zone: String) -> PushSchedule { PushSchedule(at: nil, deviceLocal: false, repeats: .none, until: nil, zone: zone) }

    var timeZone: TimeZone { PushZone.zone(zone) ?? .gmt }

    /// When the schedule has to look at it first: of one in devices' own time, when the first clock on Earth shows that time (UTC+14).
    func begins(_ due: Date) -> Date { deviceLocal ? PushZone.moment(of: due, in: timeZone, on: PushZone.first) : due }

    /// What ``begins(_:)`` was asked for.
    func due(beginning: Date) -> Date { deviceLocal ? PushZone.moment(of: beginning, in: PushZone.first, on: timeZone) : beginning }

    /// When a device is to get it.
    /// - Parameters:
    ///   - due: of this run.
    ///   - zone: the device's; nil when it is not known, then this schedule's.
    func due(_ due: Date, in zone: TimeZone?) -> Date {
        deviceLocal ? PushZone.moment(of: due, in: timeZone, on: zone ?? timeZone) : due
    }

    /// The first time after a moment that a repeated message is due; nil when none is left.
    func next(after moment: Date) -> Date? {
        guard let at, repeats != .none else { return nil }
        let days = repeats.days
        let passed = moment.timeIntervalSince(at) / 86_400 / Double(days)
        var run = max(0, Int(passed.rounded(.down)) - 1)
        let calendar = Calendar.days(in: timeZone)
        while case let due = calendar.adding(days: run * days, to: at), due <= (until ?? .distantFuture) {
            if due > moment { return due }
            run += 1
        }
        return nil
    }
}

/// How often a message goes out.
enum PushRepeat: String, Codable, CaseIterable, Sendable {
    case none, daily, weekly

    var days: Int { self == .weekly ? 7 : 1 }
}

/// Devices say their zone as an offset or by its name.
enum PushZone {
    /// Where a day begins first.
    static let first = TimeZone(secondsFromGMT: 14 * 3_600) ?? .gmt

    /// - Returns: nil for an empty text and for what is no zone.
    static func zone(_ text: String) -> TimeZone? {
        if text.isEmpty || text.utf8.count > 64 { return nil }
        guard let match = text.wholeMatch(of: #/([+-])(\d{2}):(\d{2})/#), let hours = Int(match.2), let minutes = Int(match.3) else {
            return TimeZone(identifier: text)
        }
        guard hours <= 18, minutes < 60 else { return nil }
        return TimeZone(secondsFromGMT: (hours * 3_600 + minutes * 60) * (match.1 == "-" ? -1 : 1))
    }

    /// A zone as ``zone(_:)`` reads it again.
    static func name(_ zone: TimeZone) -> String {
        Self.zone(zone.identifier)?.secondsFromGMT() == zone.secondsFromGMT() ? zone.identifier : String(LocalTime(.now, zone).iso.suffix(6))
    }

    /// When clocks in `other` show what clocks in `zone` show at a moment. A time that clocks skip is the one after it; one that they show twice
    /// the first.
    static func moment(of time: Date, in zone: TimeZone, on other: TimeZone) -> Date {
        let parts = Calendar.days(in: zone).dateComponents([.year, .month, .day, .hour, .minute, .second], from: time)
        return Calendar.days(in: other).date(from: parts) ?? time
    }
}

/// Minutes of a device's day in which it is not disturbed, by its own clock; from 22:00 to 7:00 goes over midnight.
struct PushQuietHours: Codable, Sendable, Equatable {
    let from: Int
    let to: Int

    /// A moment itself when it is not quiet then, otherwise when quiet is over.
    func postponed(_ time: Date, in zone: TimeZone) -> Date {
        let calendar = Calendar.days(in: zone)
        let parts = calendar.dateComponents([.hour, .minute], from: time)
        let minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
        guard contains(minute) else { return time }
        let day = minute >= from && from > to ? calendar.startOfNextDay(after: time) : calendar.startOfDay(for: time)
        var end = calendar.dateComponents([.year, .month, .day], from: day)
        (end.hour, end.minute) = (to / 60, to % 60)
        return max(time, calendar.date(from: end) ?? time)
    }

    private func contains(_ minute: Int) -> Bool {
        from <= to ? minute >= from && minute < to : minute >= from || minute < to
    }
}

/// How many messages one user gets at most, in so many hours.
struct PushCap: Codable, Sendable, Equatable {
    let count: Int
    let hours: Int
}
