import Storage
import Web

extension Connection {
    /// Of each app what users wrote with the words in it.
    func foundFeedback(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(
            text,
            in: apps,
            limit,
            newest: { app in
                """
                SELECT id, platform, version, content, created_at FROM feedback
                WHERE app_id = \(app) ORDER BY created_at DESC, id DESC
                """
            },
            words: "content || ' ' || id",
            title: nil,
            hit: { app, row in
                let (id, content): (String, String) = (try row["id"], try row["content"])
                return SearchHit(
                    .feedback,
                    id: id,
                    app: app,
                    platform: try Platform(rawValue: row["platform"]),
                    title: content.split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened(to: 80),
                    detail: try row["version"],
                    at: try row["created_at"],
                    href: "/apps/\(app)/feedback/\(id)",
                    searched: "\(content) \(id)"
                )
            }
        )
    }
}
