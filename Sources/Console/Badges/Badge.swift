import Foundation

/// A red dot that an operator published: where on the device, how it looks, for whom, and until when.
struct Badge: Codable, Sendable, Equatable {
    let id: String
    /// The path on the device, e.g. `#mine,#orders`.
    let path: BadgePath
    let style: BadgeStyle
    let numbers: BadgeNumbers
    let audience: BadgeAudience
    let createdAt: Date
    /// Name or e-mail of who published it.
    let createdBy: String
    /// nil until an operator ends it.
    let expiresAt: Date?
    let endedAt: Date?
    /// How many distinct devices were shown it, to about 2 %.
    let shown: Int
    /// How many times a device or user cleared it.
    let acknowledged: Int

    func state(at time: Date) -> BadgeState {
        if endedAt != nil { return .ended }
        return expiresAt.map { $0 <= time } ?? false ? .expired : .live
    }
}

/// How a dot looks (`MPBadgeInfo.style`): `.`, a number, "new", or 惠.
enum BadgeStyle: String, Codable, CaseIterable, Sendable {
    case point, num, new, hui
}

/// Whether devices are still given a dot.
enum BadgeState: String, Codable, CaseIterable, Sendable {
    case live, expired, ended
}

/// What a dot counts: a tap takes the temporary number away, the persistent one stays (`MPBadgeInfo`).
struct BadgeNumbers: Codable, Sendable, Equatable {
    let temporary: Int
    let persistent: Int

    static let none = BadgeNumbers(temporary: 0, persistent: 0)
    /// Devices write more than 99 as "…"; sums over a tree stay far from any overflow.
    static let range = 0...9_999

    var sum: Int { temporary + persistent }

    static func + (left: BadgeNumbers, right: BadgeNumbers) -> BadgeNumbers {
        BadgeNumbers(temporary: left.temporary + right.temporary, persistent: left.persistent + right.persistent)
    }
}
