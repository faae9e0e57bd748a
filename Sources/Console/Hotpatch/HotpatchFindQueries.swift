import Storage
import Web

extension Connection {
    /// Of each app the patches that have the words in platform, number, note, script or the versions they are for.
    func foundHotpatches(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(
            text,
            in: apps,
            limit,
            newest: { app in
                """
                SELECT id, platform, '#' || CAST(number AS TEXT) AS title, note, script_name, target_versions, created_at FROM hotpatch_release
                WHERE app_id = \(app) ORDER BY created_at DESC, id DESC
                """
            },
            words: "platform || ' ' || title || ' ' || note || ' ' || script_name || ' ' || target_versions || ' ' || id",
            title: "title",
            hit: { app, row in
                let (id, note, script): (String, String, String) = (try row["id"], try row["note"], try row["script_name"])
                return SearchHit(
                    .patch,
                    id: id,
                    app: app,
                    platform: try row["platform"],
                    title: try row["title"],
                    detail: note.isEmpty ? script : "\(note) · \(script)",
                    at: try row["created_at"],
                    href: "/apps/\(app)/hotpatches/\(id)"
                )
            }
        )
    }
}
