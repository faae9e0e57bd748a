import Foundation

/// Numbers and times as one reader wants to see them.
///
/// Written by hand: pages print thousands of cells, and `Foundation`'s formatters cost tens of microseconds each.
/// What is not a number, or infinite, is `-`.
public struct ReaderFormatter: Sendable {
    let words: Catalogue.Words
    let zone: TimeZone
    let now: Date

    /// - Parameters:
    ///   - words: of the reader's language.
    ///   - zone: in which times are shown.
    ///   - now: what "3 min ago" counts from.
    public init(words: Catalogue.Words, zone: TimeZone, now: Date) {
        self.words = words
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

    /// 123.5K or 1.2M, in the language's own steps; below ten thousand the whole number.
    public func short(_ value: Double) -> String {
        guard value.isFinite, abs(value) >= 10_000 else { return number(value) }
        return words.shortUnits.text(value) ?? number(value)
    }

    /// 12.34%, of a fraction.
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
}

/// Times.
extension ReaderFormatter {
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
    public func iso(_ time: Date) -> String { LocalTime(time, zone).iso }

    /// 3 min ago; the date and time of what is a day old, or still to come.
    func ago(_ time: Date) -> String {
        let seconds = Int(now.timeIntervalSince(time))
        switch seconds {
        case ..<0: return datetime(time)
        case ..<60: return words["web.ago.now"]
        case ..<3_600: return words[Message("web.ago.minutes", ["count": "\(seconds / 60)"])]
        case ..<86_400: return words[Message("web.ago.hours", ["count": "\(seconds / 3_600)"])]
        default: return datetime(time)
        }
    }

    /// Asia/Shanghai (UTC+08:00): Foundation on Linux would say GMT+8.
    public var zoneName: String {
        "\(zone.identifier) (UTC\(LocalTime(now, zone).offset))"
    }
}
