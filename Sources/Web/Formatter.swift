import Foundation

/// Numbers and times as one reader wants to see them.
///
/// Written by hand: pages print thousands of cells, and `Foundation`'s formatters cost tens of microseconds each.
public struct Formatter: Sendable {
    public let language: Language
    public let zone: TimeZone
    public let now: Date

    public init(language: Language, zone: TimeZone, now: Date) {
        self.language = language
        self.zone = zone
        self.now = now
    }

    /// 1,234,567
    public func number(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let whole = value.rounded()
        return abs(whole) < 1e18 ? Self.grouped(Int64(whole)) : "\(whole)"
    }

    static func grouped(_ value: Int64) -> String {
        var text = ""
        for (offset, digit) in String(value.magnitude).reversed().enumerated() {
            if offset > 0, offset % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (value < 0 ? "-" : "") + String(text.reversed())
    }

    /// 12.3 万, 1.2 亿 or 123.5K, 1.2M; below ten thousand the whole number.
    public func short(_ value: Double) -> String {
        guard value.isFinite, abs(value) >= 10_000 else { return number(value) }
        let steps: [(Double, String)] = language == .chinese ? [(1e8, " 亿"), (1e4, " 万")] : [(1e9, "B"), (1e6, "M"), (1e3, "K")]
        let step = steps.first { abs(value) >= $0.0 } ?? (1, "")
        return Self.fixed(value / step.0, 1) + step.1
    }

    /// 12.34%
    public func percent(_ value: Double) -> String {
        value.isFinite ? Self.fixed(value * 100, 2) + "%" : "-"
    }

    /// 9.8 MB, in powers of 1,000.
    public func bytes(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let step = [(1e9, "GB"), (1e6, "MB"), (1e3, "KB")].first { abs(value) >= $0.0 }
        return step.map { Self.fixed(value / $0.0, 1) + " " + $0.1 } ?? "\(number(value)) B"
    }

    /// 840 ms, or 1.34 s from a second on.
    public func milliseconds(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        return value.rounded() < 1_000 ? "\(number(value)) ms" : Self.fixed(value / 1_000, 2) + " s"
    }

    static func fixed(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }

    // MARK: times

    /// 2026-11-21 13:55:00
    public func datetime(_ time: Date) -> String {
        let local = LocalTime(time, zone)
        return "\(local.date) \(local.minute):\(LocalTime.two(local.second))"
    }

    /// 2026-11-21
    public func date(_ time: Date) -> String { LocalTime(time, zone).date }

    /// 13:55
    public func minute(_ time: Date) -> String { LocalTime(time, zone).minute }

    /// 11-21 13:55
    public func short(_ time: Date) -> String {
        let local = LocalTime(time, zone)
        return "\(local.date.dropFirst(5)) \(local.minute)"
    }

    /// RFC 3339 with offset: 2026-11-21T13:55:00+08:00
    public func iso(_ time: Date) -> String {
        let local = LocalTime(time, zone)
        return "\(local.date)T\(local.minute):\(LocalTime.two(local.second))\(local.offset)"
    }

    /// Asia/Shanghai (UTC+08:00): Foundation on Linux would say GMT+8.
    public var zoneName: String {
        "\(zone.identifier) (UTC\(LocalTime(now, zone).offset))"
    }
}

/// A moment taken apart in a zone, by arithmetic.
public struct LocalTime {
    public let year: Int, month: Int, day: Int, hour: Int, minuteOfHour: Int, second: Int
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

    var date: String {
        "\(String(repeating: "0", count: max(0, 4 - "\(year)".count)))\(year)-\(Self.two(month))-\(Self.two(day))"
    }

    var minute: String { "\(Self.two(hour)):\(Self.two(minuteOfHour))" }

    var offset: String {
        let magnitude = abs(offsetSeconds)
        return "\(offsetSeconds < 0 ? "-" : "+")\(Self.two(magnitude / 3_600)):\(Self.two(magnitude / 60 % 60))"
    }
}
