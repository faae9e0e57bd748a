import Foundation
import Storage

extension Connection {
    func raiseBadge(_ app: String, _ reader: BadgeReader, _ path: BadgePath, _ style: BadgeStyle, at time: Date, until end: Date) throws {
        try run("DELETE FROM badge_personal WHERE app_id = \(app) AND reader = \(reader.key) AND badge_id = \(path.text) AND expires_at <= \(time)")
        try run(
            """
            INSERT INTO badge_personal (app_id, reader, badge_id, widget, style, number, raised_at, expires_at)
            VALUES (\(app), \(reader.key), \(path.text), \(path.leaf), \(style), 1, \(time), \(end))
            ON CONFLICT (app_id, reader, badge_id) DO UPDATE SET
                number = CASE WHEN badge_personal.number < \(BadgeNumbers.range.upperBound) THEN badge_personal.number + 1 ELSE badge_personal.number END,
                style = excluded.style, raised_at = excluded.raised_at, expires_at = excluded.expires_at
            """
        )
    }

    func personalBadges(_ app: String, _ readers: [BadgeReader], at time: Date) throws -> [BadgePersonal] {
        try all(
            """
            SELECT badge_id, style, number FROM badge_personal
            WHERE app_id = \(app) AND reader IN (\(SQL.list(readers.map(\.key)))) AND expires_at > \(time) ORDER BY raised_at LIMIT 100
            """
        ) { BadgePersonal(badgeId: try $0[0], style: try $0[1], number: try $0[2]) }
    }

    /// - Returns: how many there were.
    func deletePersonalBadges(_ app: String, _ readers: [BadgeReader], widgets: Set<String>) throws -> Int {
        try run(
            """
            DELETE FROM badge_personal
            WHERE app_id = \(app) AND reader IN (\(SQL.list(readers.map(\.key)))) AND widget IN (\(SQL.list(widgets.sorted())))
            """
        )
    }

    func deleteBadges(for reader: BadgeReader, of app: String) throws {
        for table in ["badge_personal", "badge_ack"] as [SQL] { try run("DELETE FROM \(table) WHERE app_id = \(app) AND reader = \(reader.key)") }
    }

    func deletePersonalBadges(expiredBefore time: Date) throws {
        try run("DELETE FROM badge_personal WHERE expires_at < \(time)")
    }
}
