import Foundation
import Storage

/// A dot of one device or user, raised by another room.
struct BadgePersonal: Sendable {
    let badgeId: String
    let style: BadgeStyle
    let number: Int
}

extension Badges {
    /// Raises a dot for one device or user, inside the transaction of what it tells of. Raised again before it was cleared, it counts on.
    /// - Parameters:
    ///   - path: one of those that the room was made with, so that no operator can hang anything below it.
    ///   - life: after which it goes by itself.
    func raise(
        _ path: BadgePath,
        style: BadgeStyle = .num,
        for reader: BadgeReader,
        on app: String,
        life: TimeInterval = 90 * 86_400,
        _ connection: Connection
    ) throws {
        try connection.raiseBadge(app, reader, path, style, at: clock.now, until: clock.now.addingTimeInterval(life))
    }

    /// Whether a raised dot still waits for its reader.
    func isWaiting(_ path: BadgePath, for reader: BadgeReader, on app: String) async throws -> Bool {
        let now = clock.now
        return try await database.read { try $0.personalBadges(app, [reader], at: now).contains { $0.badgeId == path.text } }
    }
}
