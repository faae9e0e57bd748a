import Storage
import Web

extension Telemetry {
    /// The settings of an app, by platform and kind; a kind nobody has set has the documented defaults.
    func settings(of app: App) async throws -> [TelemetrySetting] {
        let stored = try await database.read { try $0.logSettings(app.id) }
        return app.platforms.flatMap { platform in
            TelemetryLogType.allCases.map { kind in
                stored.first { $0.platform == platform.platform && $0.kind == kind } ?? TelemetrySetting(platform: platform.platform, kind: kind)
            }
        }
    }

    /// - Throws: `notFound` for a platform the app does not have, `invalid`.
    func change(_ platform: Platform, _ kind: TelemetryLogType, of app: App, _ change: TelemetrySetting.Change, by actor: Actor) async throws {
        try change.check()
        guard app.platform(platform) != nil else { throw Problem.notFound }
        try await database.write { [audit] connection in
            let before =
                try connection.logSettings(app.id).first { $0.platform == platform && $0.kind == kind }
                ?? TelemetrySetting(platform: platform, kind: kind)
            let after = before.changed(change)
            guard after != before else { return }
            try connection.saveLogSetting(after, of: app.id)
            try audit.record(
                connection,
                by: actor,
                "log.configure",
                app: app.id,
                object: "\(platform.rawValue) \(kind.rawValue)",
                before: before.fields.filter { $0.value != after.fields[$0.key] },
                after: after.fields.filter { $0.value != before.fields[$0.key] }
            )
        }
    }
}

extension Connection {
    func logSettings(_ app: String) throws -> [TelemetrySetting] {
        try all("SELECT platform, kind, enabled, network, level, threshold, sample_rate FROM log_setting WHERE app_id = \(app)") { row in
            TelemetrySetting(
                platform: try row[0],
                kind: try row[1],
                enabled: try row[2],
                network: try row[3],
                level: try row[4],
                threshold: try row[5],
                sampleRate: try row[6]
            )
        }
    }

    func saveLogSetting(_ setting: TelemetrySetting, of app: String) throws {
        try run(
            """
            INSERT INTO log_setting (app_id, platform, kind, enabled, network, level, threshold, sample_rate)
            VALUES (
                \(app), \(setting.platform), \(setting.kind), \(setting.enabled), \(setting.network), \(setting.level), \(setting.threshold),
                \(setting.sampleRate)
            )
            ON CONFLICT (app_id, platform, kind) DO UPDATE SET enabled = excluded.enabled, network = excluded.network, level = excluded.level,
            threshold = excluded.threshold, sample_rate = excluded.sample_rate
            """
        )
    }
}
