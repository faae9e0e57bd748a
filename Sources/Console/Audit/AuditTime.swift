import Foundation
import Web

/// The ends of a range as people and scripts write them: a day, a minute in the reader's zone, or RFC 3339.
enum AuditTime {
    /// - Parameter end: whether a day without a time stands for its end.
    /// - Returns: nil for no text.
    /// - Throws: `invalid` for the field.
    static func read(_ text: String?, _ field: String, zone: TimeZone, end: Bool = false) throws -> Date? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if let date = local(text, zone, end: end) ?? (try? Date(text, strategy: .iso8601)) { return date }
        throw Problem.invalid(field, "audit.time.invalid")
    }

    private static func local(_ text: String, _ zone: TimeZone, end: Bool) -> Date? {
        guard let match = text.wholeMatch(of: #/(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?/#) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let (hour, minute) = (match.4.flatMap { Int($0) }, match.5.flatMap { Int($0) })
        let parts = DateComponents(year: Int(match.1), month: Int(match.2), day: Int(match.3), hour: hour, minute: minute)
        guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return nil }
        return end && match.4 == nil ? calendar.date(byAdding: .day, value: 1, to: date) : date
    }
}
