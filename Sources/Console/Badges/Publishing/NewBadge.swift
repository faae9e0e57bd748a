import Foundation
import Web

/// What it takes to publish a dot.
struct NewBadge: Codable, Sendable {
    /// The path from root to leaf, `#A,#B`.
    let badgeId: String
    let style: BadgeStyle
    /// What a tap takes away, 0 to 9,999. Absent it is 1, or 0 beside a persistent number.
    let number: Int?
    /// What a tap leaves, 0 to 9,999.
    let persistentNumber: Int?
    let audience: NewBadgeAudience
    /// `2026-11-30 18:00` in the asker's zone, a day to include it, or RFC 3339; absent until somebody ends it. At most a year ahead.
    let expiresAt: String?

    init(badgeId: String, style: BadgeStyle, number: Int? = nil, persistentNumber: Int? = nil, audience: NewBadgeAudience, expiresAt: String? = nil) {
        self.badgeId = badgeId
        self.style = style
        self.number = number
        self.persistentNumber = persistentNumber
        self.audience = audience
        self.expiresAt = expiresAt
    }
}

/// A dot that may be published, as far as can be told without the others.
struct BadgePlan: Sendable {
    let path: BadgePath
    let style: BadgeStyle
    let numbers: BadgeNumbers
    let audience: BadgeAudience
    let expiresAt: Date?

    /// - Parameter zone: of a time without an offset.
    /// - Throws: `invalid` with every field that is wrong.
    init(_ new: NewBadge, zone: TimeZone, at now: Date) throws {
        var wrong: [Rejection] = []
        let path = BadgePath(new.badgeId)
        if path == nil { wrong.append(Rejection("badgeId", "badges.badgeId.invalid")) }
        style = new.style
        numbers = Self.numbers(new, &wrong)
        let audience = try Self.collecting(&wrong) { try new.audience.resolved() }
        let expiry = try Self.collecting(&wrong) { try Self.moment(new.expiresAt, zone, now) }
        expiresAt = expiry.flatMap { $0 }
        wrong += Self.expiry(expiresAt, now)
        if numbers.persistent > 0, expiry == .some(nil), audience?.to == .all { wrong.append(Rejection("expiresAt", "badges.persistent.forever")) }
        guard let path, let audience, wrong.isEmpty else { throw Problem.invalid(wrong) }
        self.path = path
        self.audience = audience
    }

    private static func numbers(_ new: NewBadge, _ wrong: inout [Rejection]) -> BadgeNumbers {
        let persistent = new.persistentNumber ?? 0
        let numbers = BadgeNumbers(temporary: new.number ?? (persistent > 0 ? 0 : 1), persistent: persistent)
        if !BadgeNumbers.range.contains(numbers.temporary) { wrong.append(Rejection("number", "badges.number.range")) }
        if !BadgeNumbers.range.contains(persistent) { wrong.append(Rejection("persistentNumber", "badges.number.range")) }
        if numbers == .none { wrong.append(Rejection("number", new.style == .num ? "badges.number.zero" : "badges.number.nothing")) }
        return numbers
    }

    private static func moment(_ text: String?, _ zone: TimeZone, _ now: Date) throws -> Date? {
        try Moment.read(text, "expiresAt")?.date(now: now, edge: now, calendar: .days(in: zone), isEnd: true)
    }

    private static func expiry(_ time: Date?, _ now: Date) -> [Rejection] {
        guard let time else { return [] }
        if time <= now { return [Rejection("expiresAt", "badges.expiresAt.past")] }
        return time > now.addingTimeInterval(366 * 86_400) ? [Rejection("expiresAt", "badges.expiresAt.far")] : []
    }

    /// The value, or nil with what was wrong with it among the others.
    private static func collecting<Value>(_ wrong: inout [Rejection], _ value: () throws -> Value) throws -> Value? {
        do {
            return try value()
        } catch let problem as Problem where problem.kind == .invalid {
            wrong += problem.rejections
            return nil
        }
    }
}
