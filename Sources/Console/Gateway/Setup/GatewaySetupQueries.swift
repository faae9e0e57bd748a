import Foundation
import Storage
import Web

extension Connection {
    /// Settings and running upstreams of all apps, as the index holds them.
    func gatewayEntries() throws -> [String: GatewayIndex.Entry] {
        let settings = try all("SELECT app_id, hmac_only, app_rate, device_rate FROM gateway_setting") { row in
            (app: try row[0] as String, settings: GatewaySettings(hmacOnly: try row[1], appRate: try row[2], deviceRate: try row[3]))
        }
        let upstreams = try all("SELECT \(Self.upstreamColumns), app_id FROM gateway_upstream WHERE enabled = 1") { row in
            (app: try row["app_id"] as String, upstream: try GatewayUpstream(row))
        }
        var entries: [String: GatewayIndex.Entry] = [:]
        for row in settings { entries[row.app, default: .init()].settings = row.settings }
        for row in upstreams { entries[row.app, default: .init()].upstreams[row.upstream.operation] = row.upstream }
        return entries
    }

    /// The defaults for an app that was never set up.
    func gatewaySettings(of app: String) throws -> GatewaySettings {
        try first("SELECT hmac_only, app_rate, device_rate FROM gateway_setting WHERE app_id = \(app)") { row in
            GatewaySettings(hmacOnly: try row[0], appRate: try row[1], deviceRate: try row[2])
        } ?? GatewaySettings()
    }

    func saveGatewaySettings(_ settings: GatewaySettings, of app: String) throws {
        try run(
            """
            INSERT INTO gateway_setting (app_id, hmac_only, app_rate, device_rate)
            VALUES (\(app), \(settings.hmacOnly), \(settings.appRate), \(settings.deviceRate))
            ON CONFLICT (app_id) DO UPDATE SET hmac_only = excluded.hmac_only, app_rate = excluded.app_rate, device_rate = excluded.device_rate
            """
        )
    }

    /// By operation.
    /// - Parameter last: the last one already shown.
    func upstreams(of app: String, after last: String?, limit: Int) throws -> [GatewayUpstream] {
        try all(
            """
            SELECT \(Self.upstreamColumns) FROM gateway_upstream WHERE app_id = \(app) AND operation > \(last ?? "")
            ORDER BY operation LIMIT \(limit)
            """,
            GatewayUpstream.init
        )
    }

    func countUpstreams(of app: String) throws -> Int {
        try value("SELECT count(*) FROM gateway_upstream WHERE app_id = \(app)") ?? 0
    }

    func upstream(_ operation: String, of app: String) throws -> GatewayUpstream? {
        try first("SELECT \(Self.upstreamColumns) FROM gateway_upstream WHERE app_id = \(app) AND operation = \(operation)", GatewayUpstream.init)
    }

    /// - Throws: `notFound`.
    func existingUpstream(_ operation: String, of app: String) throws -> GatewayUpstream {
        guard let found = try upstream(operation, of: app) else { throw Problem.notFound }
        return found
    }

    private static var upstreamColumns: SQL {
        """
        operation, url, method, timeout_ms, needs_login, needs_signature, changes_state, allows_private, rate, cache_seconds, pass_headers, mock,
        enabled, changed_at
        """
    }

    func saveUpstream(_ upstream: GatewayUpstream, of app: String) throws {
        try run(
            """
            INSERT INTO gateway_upstream (app_id, \(Self.upstreamColumns))
            VALUES (
                \(app), \(upstream.operation), \(upstream.url), \(upstream.method), \(upstream.timeoutMilliseconds), \(upstream.needsLogin),
                \(upstream.needsSignature), \(upstream.changesState), \(upstream.allowsPrivate), \(upstream.rate), \(upstream.cacheSeconds),
                \(upstream.passHeaders.joined(separator: " ")), \(upstream.mock), \(upstream.enabled), \(upstream.changedAt)
            )
            ON CONFLICT (app_id, operation) DO UPDATE SET url = excluded.url, method = excluded.method, timeout_ms = excluded.timeout_ms,
            needs_login = excluded.needs_login, needs_signature = excluded.needs_signature, changes_state = excluded.changes_state,
            allows_private = excluded.allows_private, rate = excluded.rate, cache_seconds = excluded.cache_seconds,
            pass_headers = excluded.pass_headers, mock = excluded.mock, enabled = excluded.enabled, changed_at = excluded.changed_at
            """
        )
    }

    func setUpstream(_ operation: String, of app: String, enabled: Bool, at time: Date) throws {
        try run("UPDATE gateway_upstream SET enabled = \(enabled), changed_at = \(time) WHERE app_id = \(app) AND operation = \(operation)")
    }

    func deleteUpstream(_ operation: String, of app: String) throws {
        try run("DELETE FROM gateway_upstream WHERE app_id = \(app) AND operation = \(operation)")
    }

    func deleteGatewaySetup(of app: String) throws {
        try run("DELETE FROM gateway_upstream WHERE app_id = \(app)")
        try run("DELETE FROM gateway_setting WHERE app_id = \(app)")
    }
}

extension GatewayUpstream.Method: SQLConvertible {}

extension GatewayUpstream {
    fileprivate init(_ row: Row) throws {
        let headers: String = try row["pass_headers"]
        self.init(
            operation: try row["operation"],
            url: try row["url"],
            method: try row["method"],
            timeoutMilliseconds: try row["timeout_ms"],
            needsLogin: try row["needs_login"],
            needsSignature: try row["needs_signature"],
            changesState: try row["changes_state"],
            allowsPrivate: try row["allows_private"],
            rate: try row["rate"],
            cacheSeconds: try row["cache_seconds"],
            passHeaders: headers.split(separator: " ").map(String.init),
            mock: try row["mock"],
            enabled: try row["enabled"],
            changedAt: try row["changed_at"]
        )
    }
}
