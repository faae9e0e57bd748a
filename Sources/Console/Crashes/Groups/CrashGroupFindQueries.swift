import Storage
import Web

extension Connection {
    /// Of each app the groups that have the words in title, culprit or id; those that crashed last are looked through.
    func foundCrashGroups(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(
            text,
            in: apps,
            limit,
            newest: { app in
                """
                SELECT id, platform, title, culprit, last_time FROM crash_group
                WHERE app_id = \(app) AND merged_into = '' ORDER BY last_time DESC, id DESC
                """
            },
            words: "title || ' ' || culprit || ' ' || id",
            title: "title",
            time: "last_time",
            hit: { app, row in
                let (id, title, culprit): (String, String, String) = (try row["id"], try row["title"], try row["culprit"])
                return SearchHit(
                    .group,
                    id: id,
                    app: app,
                    platform: try row["platform"],
                    title: title.isEmpty ? id : title,
                    detail: culprit,
                    at: try row["last_time"],
                    href: "/apps/\(app)/crash-groups/\(id)",
                    searched: "\(title) \(culprit) \(id)"
                )
            }
        )
    }
}
