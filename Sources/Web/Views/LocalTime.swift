import Foundation

/// A moment taken apart in a zone, by arithmetic.
public struct LocalTime {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minuteOfHour: Int
    let second: Int
    /// East of UTC.
    let offsetSeconds: Int

    public init(_ time: Date, _ zone: TimeZone) {
        offsetSeconds = zone.secondsFromGMT(for: time)
        let total = Int(time.timeIntervalSince1970.rounded(.down)) + offsetSeconds
        let days = Self.floorDivide(total, 86_400)
        let rest = total - days * 86_400
        (hour, minuteOfHour, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
        (year, month, day) = Self.civil(days)
    }

    /// Days since 1970-01-01 to year, month, day (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
    static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }

    static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// 2026-11-21
    public var date: String {
        "\(String(repeating: "0", count: max(0, 4 - "\(year)".count)))\(year)-\(Self.two(month))-\(Self.two(day))"
    }

    /// 13:55
    var minute: String { "\(Self.two(hour)):\(Self.two(minuteOfHour))" }

    /// RFC 3339 with offset: 2026-11-21T13:55:00+08:00
    public var iso: String { "\(date)T\(minute):\(Self.two(second))\(offset)" }

    /// +08:00
    var offset: String {
        let magnitude = abs(offsetSeconds)
        return "\(offsetSeconds < 0 ? "-" : "+")\(Self.two(magnitude / 3_600)):\(Self.two(magnitude / 60 % 60))"
    }
}
