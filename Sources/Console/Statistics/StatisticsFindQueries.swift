import Storage
import Web

extension Connection {
    /// Of each app the versions that devices used in the last two months of its data, and that have the words in them.
    func foundVersions(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(in: apps) { app, _ in
            try all(
                """
                SELECT version FROM audience_day
                WHERE app_id = \(app) AND day > (SELECT max(day) FROM audience_day WHERE app_id = \(app)) - 60 AND version <> ''
                    AND \(text.isIn("version"))
                GROUP BY version ORDER BY \(text.nearness("version")), max(day) DESC, version DESC LIMIT \(limit)
                """
            ) { row in
                let version: String = try row["version"]
                let href = "/apps/\(app)/crashes?version=\(PercentEncoding.encode(version))"
                return SearchHit(.version, id: version, app: app, title: version, href: href)
            }
        }
    }
}
