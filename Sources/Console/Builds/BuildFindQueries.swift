import Storage
import Web

extension Connection {
    /// Of each app the builds that have the words in version, number, package, name or notes.
    func foundBuilds(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(
            text,
            in: apps,
            limit,
            newest: { app in
                """
                SELECT id, platform, version, build_number, display_name, identifier, notes, created_at FROM build
                WHERE app_id = \(app) ORDER BY created_at DESC, id DESC
                """
            },
            words: "version || ' ' || build_number || ' ' || display_name || ' ' || identifier || ' ' || notes || ' ' || id",
            title: "version",
            hit: { app, row in
                let (id, version, number, name): (String, String, String, String) =
                    (try row["id"], try row["version"], try row["build_number"], try row["display_name"])
                return SearchHit(
                    .build,
                    id: id,
                    app: app,
                    platform: try row["platform"],
                    title: "\(version) (\(number))",
                    detail: "\(name) · \(try row["identifier"] as String)",
                    at: try row["created_at"],
                    href: "/apps/\(app)/builds/\(id)"
                )
            }
        )
    }
}
