import Storage
import Web

extension Telemetry {
    /// The settings of an app, by platform and kind; a kind nobody has set has the documented defaults.
    func settings(of app: App) async throws -> [TelemetrySetting] {
        let stored = try await database.read { try $0.logSettings(app.id) }
        return app.platforms.flatMap { platform in
            TelemetryLogType.allCases.map { stored.setting(platform.platform, $0) }
        }
    }

    /// - Throws: `notFound` for a platform the app does not have, `invalid`.
    func change(_ platform: Platform, _ kind: TelemetryLogType, of app: App, _ change: TelemetrySetting.Change, by actor: Actor) async throws {
        try change.check()
        guard app.platform(platform) != nil else { throw Problem.notFound }
        try await database.write { [audit] connection in
            let before = try connection.logSettings(app.id).setting(platform, kind)
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

extension [TelemetrySetting] {
    fileprivate func setting(_ platform: Platform, _ kind: TelemetryLogType) -> TelemetrySetting {
        first { $0.platform == platform && $0.kind == kind } ?? TelemetrySetting(platform: platform, kind: kind)
    }
}
