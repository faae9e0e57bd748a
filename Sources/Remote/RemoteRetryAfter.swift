import Foundation

/// The `Retry-After` header: seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 10.2.3).
enum RemoteRetryAfter {
    /// Seconds from `now`, not negative; nil if the value cannot be read.
    static func seconds(_ text: String, now: Date) -> Double? {
        if let seconds = UInt32(text.trimmingCharacters(in: .whitespaces)) { return Double(seconds) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
    }
}
