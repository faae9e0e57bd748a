/// Counting an app's statistics again, in the background.
struct TelemetryRebuildJob: Codable, Sendable {
    let app: String
}

extension JobKind<TelemetryRebuildJob> {
    static var telemetryRebuild: Self { JobKind("telemetry.rebuild", mostAttempts: 3) }
}
