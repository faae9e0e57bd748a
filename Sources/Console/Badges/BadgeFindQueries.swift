import Storage
import Web

extension Connection {
    /// Of each app the dots that have the words in their place.
    func foundBadges(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(
            text,
            in: apps,
            limit,
            newest: { app in
                """
                SELECT id, badge_id, style, created_at FROM badge WHERE app_id = \(app) ORDER BY created_at DESC, id DESC
                """
            },
            words: "badge_id || ' ' || id",
            title: "badge_id",
            hit: { app, row in
                let id: String = try row["id"]
                return SearchHit(
                    .badge,
                    id: id,
                    app: app,
                    title: try row["badge_id"],
                    detail: try row["style"],
                    at: try row["created_at"],
                    href: "/apps/\(app)/badges/\(id)"
                )
            }
        )
    }
}
