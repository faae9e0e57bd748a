import Foundation

/// The `Retry-After` header: seconds or a date (RFC 9110, 10.2.3).
enum RetryAfter {
    /// Seconds from `now`, not negative; `nil` if the value cannot be read.
    static func seconds(_ value: String, now: Date) -> Double? {
        let value = value.trimmingCharacters(in: .whitespaces)
        if let seconds = UInt32(value) { return Double(seconds) }
        return HTTPDate.read(value).map { max(0, $0.timeIntervalSince(now)) }
    }
}
