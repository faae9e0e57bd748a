/// A line's time as its device's clock showed it, with no zone.
public struct LogLocalTime: Sendable, Equatable {
    /// Minutes from 1970-01-01 00:00 on the device's clock.
    public let minute: Int
    /// Milliseconds inside the minute, 0 ..< 60,000.
    public let milliseconds: Int

    /// Milliseconds since 1970-01-01T00:00Z, when the device's clock is `utcOffset` seconds ahead of UTC.
    public func epochMilliseconds(utcOffset: Int) -> Int {
        (minute * 60 - utcOffset) * 1000 + milliseconds
    }

    /// Reads `yyyy-MM-dd HH:mm:ss`, perhaps followed by `.` or `:` and three digits; nil for anything else, also for dates that are not.
    public init?(_ text: String) {
        var text = text
        let time = text.withUTF8 { LogLocalTime($0) }
        guard let time else { return nil }
        self = time
    }

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == 23 || bytes.count == 19, let at = bytes.baseAddress, Self.isPunctuated(at) else { return nil }
        let (century, year, month, day) = (Self.two(at, 0), Self.two(at, 2), Self.two(at, 5), Self.two(at, 8))
        let (hour, minute, second) = (Self.two(at, 11), Self.two(at, 14), Self.two(at, 17))
        guard century < 100, year < 100, hour < 24, minute < 60, second < 60 else { return nil }
        guard let days = Self.days(year: century * 100 + year, month: month, day: day) else { return nil }
        let fraction = bytes.count == 23 ? Self.fraction(at) : 0
        guard fraction < 1000 else { return nil }
        self.minute = (days * 24 + hour) * 60 + minute
        self.milliseconds = second * 1000 + fraction
    }

    @inline(__always)
    private static func isPunctuated(_ at: UnsafePointer<UInt8>) -> Bool {
        at[4] == UInt8(ascii: "-") && at[7] == UInt8(ascii: "-") && at[10] == UInt8(ascii: " ")
            && at[13] == UInt8(ascii: ":") && at[16] == UInt8(ascii: ":")
    }

    /// Two digits as a number; 100 when they are not digits, which every range above and below excludes.
    @inline(__always)
    private static func two(_ at: UnsafePointer<UInt8>, _ index: Int) -> Int {
        let tens = at[index] &- 0x30
        let ones = at[index + 1] &- 0x30
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 100
    }

    /// Three digits after `.` or `:`; 1000 when they are not.
    private static func fraction(_ at: UnsafePointer<UInt8>) -> Int {
        let last = at[22] &- 0x30
        guard at[19] == UInt8(ascii: ".") || at[19] == UInt8(ascii: ":"), two(at, 20) < 100, last < 10 else { return 1000 }
        return two(at, 20) * 10 + Int(last)
    }

    /// Days from 1970-01-01 in the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms", days_from_civil).
    private static func days(year: Int, month: Int, day: Int) -> Int? {
        guard year >= 1970, (1...12).contains(month), day >= 1, day <= length(of: month, year) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
