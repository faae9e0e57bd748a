import Foundation
import Storage
import Web

extension Connection {
    func insertBadge(_ badge: Badge, app: String) throws {
        try run(
            """
            INSERT INTO badge (app_id, id, badge_id, style, temporary_number, persistent_number, audience, created_at, created_by, expires_at)
            VALUES (\(app), \(badge.id), \(badge.path.text), \(badge.style), \(badge.numbers.temporary), \(badge.numbers.persistent),
                \(try RolloutText.write(badge.audience)), \(badge.createdAt), \(badge.createdBy), \(badge.expiresAt))
            """
        )
    }

    func endBadge(_ app: String, _ id: String, at time: Date) throws {
        try run("UPDATE badge SET ended_at = \(time) WHERE app_id = \(app) AND id = \(id)")
    }

    func badge(_ app: String, _ id: String) throws -> Badge? {
        try first("\(Self.badgeColumns) WHERE app_id = \(app) AND id = \(id)", Badge.init)
    }

    /// Those of some ids that there are.
    func badges(_ app: String, named ids: [String]) throws -> [Badge] {
        try ids.inPieces.flatMap { try all("\(Self.badgeColumns) WHERE app_id = \(app) AND id IN (\(SQL.list($0)))", Badge.init) }
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func badges(_ app: String, _ state: BadgeState?, at now: Date, before last: Cursor?, limit: Int) throws -> [Badge] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            "\(Self.badgeColumns) WHERE app_id = \(app) AND \(Self.condition(state, now)) AND \(rest) ORDER BY created_at DESC, id DESC LIMIT \(limit)",
            Badge.init
        )
    }

    func countBadges(_ app: String, _ state: BadgeState?, at now: Date) throws -> Int {
        try value("SELECT count(*) FROM badge WHERE app_id = \(app) AND \(Self.condition(state, now))") ?? 0
    }

    private static func condition(_ state: BadgeState?, _ now: Date) -> SQL {
        switch state {
        case nil: "1 = 1"
        case .live: "ended_at IS NULL AND (expires_at IS NULL OR expires_at > \(now))"
        case .expired: "ended_at IS NULL AND expires_at <= \(now)"
        case .ended: "ended_at IS NOT NULL"
        }
    }

    /// Oldest first.
    func liveBadges(of app: String, at now: Date) throws -> [Badge] {
        try all("\(Self.badgeColumns) WHERE app_id = \(app) AND \(Self.condition(.live, now)) ORDER BY created_at, id", Badge.init)
    }

    func liveBadges(at now: Date) throws -> [(app: String, badge: Badge)] {
        try all("\(Self.badgeColumns) WHERE \(Self.condition(.live, now)) ORDER BY app_id, created_at, id") {
            (app: try $0["app_id"], badge: try Badge($0))
        }
    }

    /// Those of all apps that expired within a range.
    func badgesOver(after start: Date, to end: Date) throws -> [(app: String, badge: Badge)] {
        try all(
            """
            \(Self.badgeColumns) WHERE ended_at IS NULL AND expires_at > \(start) AND expires_at <= \(end) ORDER BY expires_at, app_id, id
            """
        ) { (app: try $0["app_id"], badge: try Badge($0)) }
    }

    /// What was counted and cleared of them goes with them.
    func deleteBadges(of app: String) throws {
        try run("DELETE FROM badge WHERE app_id = \(app)")
        try run("DELETE FROM badge_personal WHERE app_id = \(app)")
    }

    private static var badgeColumns: SQL {
        """
        SELECT app_id, id, badge_id, style, temporary_number, persistent_number, audience, created_at, created_by, expires_at, ended_at, shown,
            acknowledged
        FROM badge
        """
    }
}

extension Badge {
    fileprivate init(_ row: Row) throws {
        let text: String = try row["badge_id"]
        guard let path = BadgePath(text) else { throw StorageError.column("badge_id", in: text) }
        self.init(
            id: try row["id"],
            path: path,
            style: try row["style"],
            numbers: BadgeNumbers(temporary: try row["temporary_number"], persistent: try row["persistent_number"]),
            audience: try RolloutText.read(try row["audience"]),
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            expiresAt: try row["expires_at"],
            endedAt: try row["ended_at"],
            shown: try row["shown"],
            acknowledged: try row["acknowledged"]
        )
    }
}

extension BadgeStyle: SQLConvertible {}
