import Storage
import Web

extension Connection {
    /// Of each app the releases that have the words in platform, version or message.
    func foundUpdates(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(
            text,
            in: apps,
            limit,
            newest: { app in
                """
                SELECT id, platform, version, message, created_at FROM update_release
                WHERE app_id = \(app) ORDER BY created_at DESC, id DESC
                """
            },
            words: "platform || ' ' || version || ' ' || message || ' ' || id",
            title: "version",
            hit: { app, row in
                let id: String = try row["id"]
                return SearchHit(
                    .update,
                    id: id,
                    app: app,
                    platform: try row["platform"],
                    title: try row["version"],
                    detail: try row["message"],
                    at: try row["created_at"],
                    href: "/apps/\(app)/updates/\(id)"
                )
            }
        )
    }
}
