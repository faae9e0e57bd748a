import Storage
import Web

extension Connection {
    /// Of each app the switches that have the words in their key, and the publications that have them in number or note.
    func foundSwitches(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try found(in: apps) { app, rows in
            try foundSwitchKeys(text, app, rows, limit) + foundSwitchPublications(text, app, rows, limit)
        }
    }

    private func foundSwitchKeys(_ text: SearchText, _ app: String, _ rows: Int, _ limit: Int) throws -> [SearchHit] {
        try all(
            """
            SELECT switch_key FROM (
                SELECT switch_key FROM switch_draft WHERE app_id = \(app)
                UNION SELECT switch_key FROM switch_version v WHERE app_id = \(app) AND definition IS NOT NULL
                    AND number = (SELECT max(o.number) FROM switch_version o WHERE o.app_id = v.app_id AND o.switch_key = v.switch_key)
                LIMIT \(rows)
            ) AS known WHERE \(text.isIn("switch_key")) ORDER BY \(text.nearness("switch_key")), switch_key LIMIT \(limit)
            """
        ) { row in
            let key: String = try row["switch_key"]
            return SearchHit(.switches, id: key, app: app, title: key, href: "/apps/\(app)/switches/\(PercentEncoding.encode(key))")
        }
    }

    private func foundSwitchPublications(_ text: SearchText, _ app: String, _ rows: Int, _ limit: Int) throws -> [SearchHit] {
        try all(
            """
            SELECT number, title, note, published_at FROM (
                SELECT number, '#' || CAST(number AS TEXT) AS title, note, published_at FROM switch_publication
                WHERE app_id = \(app) ORDER BY number DESC LIMIT \(rows)
            ) AS newest WHERE \(text.isIn("title || ' ' || note")) ORDER BY \(text.nearness("title")), number DESC LIMIT \(limit)
            """
        ) { row in
            let number: Int = try row["number"]
            return SearchHit(
                .switches,
                id: "\(number)",
                app: app,
                title: try row["title"],
                detail: try row["note"],
                at: try row["published_at"],
                href: "/apps/\(app)/switches/publications/\(number)"
            )
        }
    }
}
