import Foundation
import Storage

/// A dot that a device or user has cleared.
struct BadgeAck: Hashable {
    let reader: String
    let badge: String
}

extension Connection {
    /// Everything these have cleared; ``Badges/tidy()`` keeps it to dots that are live or were so a while ago.
    func badgeAcks(_ app: String, _ readers: [BadgeReader]) throws -> Set<BadgeAck> {
        let keys = SQL.list(readers.map(\.key))
        return Set(
            try all("SELECT reader, badge FROM badge_ack WHERE app_id = \(app) AND reader IN (\(keys))") {
                BadgeAck(reader: try $0[0], badge: try $0[1])
            }
        )
    }

    /// Counted once, in however many names it is.
    /// - Returns: false when one of these has cleared it at this moment through another node, which counted it.
    func acknowledgeBadge(_ app: String, _ badge: String, _ readers: [BadgeReader], at time: Date) throws -> Bool {
        let new = try readers.reduce(0) { sum, reader in
            try sum
                + run(
                    "INSERT INTO badge_ack (app_id, reader, badge, at) VALUES (\(app), \(reader.key), \(badge), \(time)) ON CONFLICT (app_id, reader, badge) DO NOTHING"
                )
        }
        guard new == readers.count else { return false }
        try run("UPDATE badge SET acknowledged = acknowledged + 1 WHERE app_id = \(app) AND id = \(badge)")
        return true
    }

    /// A dot that was over before `time` and still has acknowledgements.
    func spentBadge(before time: Date) throws -> (app: String, badge: String)? {
        try first(
            """
            SELECT app_id, id FROM badge
            WHERE (ended_at < \(time) OR expires_at < \(time))
                AND EXISTS (SELECT 1 FROM badge_ack WHERE badge_ack.app_id = badge.app_id AND badge_ack.badge = badge.id)
            LIMIT 1
            """
        ) { (app: try $0[0], badge: try $0[1]) }
    }

    func deleteBadgeAcks(_ app: String, _ badge: String, atMost limit: Int) throws {
        try run(
            """
            DELETE FROM badge_ack WHERE app_id = \(app) AND badge = \(badge) AND reader IN (
                SELECT reader FROM badge_ack WHERE app_id = \(app) AND badge = \(badge) LIMIT \(limit)
            )
            """
        )
    }
}
