import Storage

extension Connection {
    func addSentryCounts(_ counts: [SentryCountKey: Int]) throws {
        let rows = counts.map { key, quantity in
            [.text(key.app), .integer(key.day), .text(key.platform), .text(key.key), .text(key.kind), .integer(quantity)] as [SQLValue]
        }
        try add(rows, to: Self.sentryCounts)
    }

    private static var sentryCounts: BulkTable {
        BulkTable(
            "sentry_count",
            [
                .init("app_id", .text), .init("day", .integer), .init("platform", .text), .init("public_key", .text), .init("kind", .text),
                .init("quantity", .integer),
            ],
            key: ["app_id", "day", "platform", "public_key", "kind"],
            conflict: .add(["quantity"])
        )
    }

    /// Sums from a day on.
    func sentryCounts(_ app: String, _ platform: Platform, since day: Int) throws -> [SentryCount] {
        try all(
            """
            SELECT public_key, kind, CAST(SUM(quantity) AS BIGINT) FROM sentry_count
            WHERE app_id = \(app) AND day >= \(day) AND platform = \(platform) GROUP BY public_key, kind ORDER BY public_key, kind
            """
        ) { SentryCount(publicKey: try $0[0], kind: try $0[1], quantity: try $0[2]) }
    }

    func deleteSentryCounts(before day: Int) throws {
        try run("DELETE FROM sentry_count WHERE day < \(day)")
    }

    func deleteSentryCounts(_ app: String) throws {
        try run("DELETE FROM sentry_count WHERE app_id = \(app)")
    }
}

/// How often something came by a key.
struct SentryCount: Codable, Sendable, Equatable {
    let publicKey: String
    /// `event`, `session`, `attachment`, `client_report`, `duplicate`, `limited`; `ignored.<item>` for what is not kept; `lost.<reason>.<category>` for
    /// what SDKs say they did not send.
    let kind: String
    let quantity: Int
}
