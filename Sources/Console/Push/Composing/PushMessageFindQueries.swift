import Storage
import Web

extension Connection {
    /// Of each app the messages that have the words in name, title or text.
    func foundPushMessages(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(
            text,
            in: apps,
            limit,
            newest: { app in
                """
                SELECT id, name, title, body, created_at FROM push_message
                WHERE app_id = \(app) AND kind = 'message' ORDER BY created_at DESC, id DESC
                """
            },
            words: "name || ' ' || title || ' ' || body || ' ' || id",
            title: "name",
            hit: { app, row in
                let (id, name): (String, String) = (try row["id"], try row["name"])
                let (title, body): (String, String) = (try row["title"], try row["body"])
                return SearchHit(
                    .message,
                    id: id,
                    app: app,
                    title: name,
                    detail: [title, body].filter { !$0.isEmpty }.joined(separator: " · "),
                    at: try row["created_at"],
                    href: "/apps/\(app)/push-messages/\(id)",
                    searched: "\(name) \(title) \(body) \(id)"
                )
            }
        )
    }
}
