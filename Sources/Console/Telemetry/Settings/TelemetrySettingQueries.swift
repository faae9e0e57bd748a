import Storage

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
