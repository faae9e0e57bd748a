import Storage

extension Connection {
    /// By name.
    func sentryAttachments(_ app: String, _ crash: String) throws -> [SentryAttachment] {
        try sentryAttachments("app_id = \(app) AND crash_id = \(crash) ORDER BY name")
    }

    func sentryAttachments(of app: String, limit: Int) throws -> [SentryAttachment] {
        try sentryAttachments("app_id = \(app) ORDER BY crash_id, name LIMIT \(limit)")
    }

    private func sentryAttachments(_ condition: SQL) throws -> [SentryAttachment] {
        try all("SELECT crash_id, name, kind, size, sha256, created_at FROM sentry_attachment WHERE \(condition)") { try SentryAttachment($0) }
    }

    /// In the order of the key, with whether the report is there.
    func sentryAttachmentStates(
        after place: SentryAttachmentPlace?,
        limit: Int
    ) throws -> [(app: String, attachment: SentryAttachment, hasReport: Bool)] {
        let rest: SQL = place.map { "(file.app_id, file.crash_id, file.name) > (\($0.app), \($0.crash), \($0.name))" } ?? "1 = 1"
        return try all(
            """
            SELECT file.crash_id, file.name, file.kind, file.size, file.sha256, file.created_at, file.app_id AS app, crash.id AS report
            FROM sentry_attachment AS file LEFT JOIN crash ON crash.app_id = file.app_id AND crash.id = file.crash_id
            WHERE \(rest) ORDER BY file.app_id, file.crash_id, file.name LIMIT \(limit)
            """
        ) { row in
            let report: String? = try row["report"]
            return (app: try row["app"], attachment: try SentryAttachment(row), hasReport: report != nil)
        }
    }

    func insertSentryAttachment(_ app: String, _ row: SentryAttachment) throws {
        try run(
            """
            INSERT INTO sentry_attachment (app_id, crash_id, name, kind, size, sha256, created_at)
            VALUES (\(app), \(row.crash), \(row.name), \(row.kind), \(row.size), \(row.sha256), \(row.createdAt)) ON CONFLICT DO NOTHING
            """
        )
    }

    func deleteSentryAttachment(_ app: String, _ crash: String, _ name: String) throws {
        try run("DELETE FROM sentry_attachment WHERE app_id = \(app) AND crash_id = \(crash) AND name = \(name)")
    }
}

extension SentryAttachment {
    /// The first six columns.
    fileprivate init(_ row: Row) throws {
        self.init(crash: try row[0], name: try row[1], kind: try row[2], size: try row[3], sha256: try row[4], createdAt: try row[5])
    }
}
