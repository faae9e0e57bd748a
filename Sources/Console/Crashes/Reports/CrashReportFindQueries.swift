import Storage
import Web

extension Connection {
    /// Of each app the report with just this id: there are too many to be looked through.
    func foundCrashReports(_ text: SearchText, _ apps: [String]) throws -> [SearchHit] {
        try found(in: apps) { app, _ in
            try all("SELECT id, platform, version, title, time FROM crash WHERE app_id = \(app) AND id = \(text.whole)") { row in
                let (id, title): (String, String) = (try row["id"], try row["title"])
                return SearchHit(
                    .report,
                    id: id,
                    app: app,
                    platform: try row["platform"],
                    title: title.isEmpty ? id : title,
                    detail: try row["version"],
                    at: try row["time"],
                    href: "/apps/\(app)/crash-reports/\(PercentEncoding.encode(id))"
                )
            }
        }
    }
}
