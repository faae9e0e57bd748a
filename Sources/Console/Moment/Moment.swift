import Foundation
import Web

/// One end of a time range, as pages, scripts and the command line write it.
///
/// `now` · `-90m` `-24h` `-7d` `-2w` back from now · `2026-11-21` a day · `2026-11-21 13:55` by the clocks of the range's zone, with seconds
/// if wanted · RFC 3339 with an offset. Days and weeks go back by the calendar, so that they keep the hour when clocks change.
public enum Moment: Sendable, Equatable {
    case now
    case minutesAgo(Int)
    case daysAgo(Int)
    /// Midnight at the start of a day, counted back from today.
    case startOfDay(daysAgo: Int)
    /// Monday's midnight of this week.
    case startOfWeek
    case day(MomentWallTime)
    case wall(MomentWallTime)
    case exact(Date)

    /// - Returns: nil for text of another form, dates that do not exist, and years outside 1970–2199.
    public init?(_ text: String) {
        var scanner = MomentScanner(text.trimmingCharacters(in: .whitespaces))
        guard let moment = scanner.moment(), scanner.isAtEnd else { return nil }
        self = moment
    }

    /// The moment itself.
    /// - Parameters:
    ///   - now: what the calendar words count from.
    ///   - edge: what `now` and times back from it mean: the end of the step that is under way.
    ///   - isEnd: whether a day means its end.
    func date(now: Date, edge: Date, calendar: Calendar, isEnd: Bool) -> Date {
        switch self {
        case .now: edge
        case .minutesAgo(let count): edge.addingTimeInterval(-60 * Double(count))
        case .daysAgo(let count): calendar.adding(days: -count, to: edge)
        case .startOfDay(let count): calendar.startOfDay(for: calendar.adding(days: -count, to: now))
        case .startOfWeek: calendar.startOfDay(for: calendar.adding(days: -calendar.daysSinceMonday(now), to: now))
        case .day(let day): isEnd ? calendar.startOfNextDay(after: calendar.date(day)) : calendar.startOfDay(for: calendar.date(day))
        case .wall(let time): calendar.date(time)
        case .exact(let date): date
        }
    }
}

extension Moment {
    /// A field of a query, in the zone of who asks.
    /// - Parameter isEnd: whether a day means its end.
    /// - Returns: nil for no text.
    /// - Throws: `invalid` for the field.
    static func read(_ text: String?, _ field: String, _ reader: Reader, isEnd: Bool = false) throws -> Date? {
        try read(text, field)?.date(now: reader.now, edge: reader.now, calendar: .days(in: reader.zone), isEnd: isEnd)
    }

    static func read(_ text: String?, _ field: String) throws -> Moment? {
        guard let text = text?.orNil else { return nil }
        guard let moment = Moment(text) else { throw Problem.invalid(field, "moment.unreadable") }
        return moment
    }
}

/// What calendar and clock on a wall show.
public struct MomentWallTime: Sendable, Equatable {
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
}

extension Calendar {
    /// The calendar of days in a zone.
    static func days(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// The same time of day some days later; where that time is skipped, the one after it.
    func adding(days: Int, to date: Date) -> Date {
        self.date(byAdding: .day, value: days, to: date) ?? date.addingTimeInterval(Double(days) * 86_400)
    }

    func startOfNextDay(after date: Date) -> Date {
        startOfDay(for: adding(days: 1, to: startOfDay(for: date)))
    }

    func daysSinceMonday(_ date: Date) -> Int {
        (component(.weekday, from: date) + 5) % 7
    }

    /// An hour that clocks show twice is its first; a time they skip is the one after it.
    func date(_ wall: MomentWallTime) -> Date {
        let parts = DateComponents(
            year: wall.year,
            month: wall.month,
            day: wall.day,
            hour: wall.hour,
            minute: wall.minute,
            second: wall.second
        )
        return date(from: parts) ?? Date(timeIntervalSince1970: 0)
    }
}

extension Date {
    /// As a field takes it: `2026-11-30 18:00`.
    func written(in zone: TimeZone) -> String {
        String(LocalTime(self, zone).iso.prefix(16)).replacing("T", with: " ")
    }
}
