import Storage
import Web

/// Found as telemetry finds its own: by the beginnings of their ids, capitals and small letters told apart.
extension Connection {
    /// By id.
    /// - Parameter limit: hits of each app at most.
    func foundPushDevices(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try apps.flatMap { app in
            try all(
                """
                SELECT device, platform, version, model, os_version, seen_at FROM push_device
                WHERE app_id = \(app) AND device >= \(text.whole) AND device < \(text.whole + SQL.last) ORDER BY device LIMIT \(limit)
                """
            ) { row in
                let id: String = try row["device"]
                let said: [String] = [try row["model"], try row["os_version"], try row["version"]]
                return SearchHit(
                    .device,
                    id: id,
                    app: app,
                    platform: try row["platform"],
                    title: id,
                    detail: said.filter { !$0.isEmpty }.joined(separator: " · "),
                    at: try row["seen_at"],
                    href: DevicePath.device(id, of: app)
                )
            }
        }
    }

    /// Users that devices named when they bound, by id.
    /// - Parameter limit: hits of each app at most.
    func foundPushUsers(_ text: SearchText, _ apps: [String], _ limit: Int) throws -> [SearchHit] {
        try apps.flatMap { app in
            try all(
                """
                SELECT user_id, max(seen_at) FROM push_device
                WHERE app_id = \(app) AND user_id >= \(text.whole) AND user_id < \(text.whole + SQL.last)
                GROUP BY user_id ORDER BY user_id LIMIT \(limit)
                """
            ) { row in
                let id: String = try row[0]
                return SearchHit(.user, id: id, app: app, title: id, at: try row[1], href: DevicePath.user(id, of: app))
            }
        }
    }
}
