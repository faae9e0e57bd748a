import Foundation

/// The `Retry-After` header: seconds or a date (RFC 9110, 10.2.3).
enum RetryAfter {
    /// Seconds from `now`, not negative; `nil` if the value cannot be read.
    static func seconds(_ value: String, now: Date) -> Double? {
        let value = value.trimmingCharacters(in: .whitespaces)
        if let seconds = UInt32(value) { return Double(seconds) }
        return date(value).map { max(0, $0.timeIntervalSince(now)) }
    }

    /// The one date form servers may send today, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ value: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: value)
    }
}
