import Foundation
import Storage

/// What the demo's devices were told besides patches and pushes: they never asked, so it is written down for them, each device's by the same rule of
/// percentages that would have answered it.
struct DemoExposures {
    let exposures: Exposures
    let now: Date

    /// Devices hear of something within this time after it began.
    private static let spread: TimeInterval = 30 * 3_600
    private static let mostDevices = 10_000

    /// Of updates and switches of an app that were published.
    func fill(_ app: App) async throws {
        let (devices, updates, publications) = try await exposures.database.read { connection in
            (
                try connection.deviceFacts(app.id, TelemetryDeviceSearch(), after: nil, limit: Self.mostDevices),
                try connection.updates(app.id, UpdateFilter(), at: now, before: nil, limit: 100),
                try connection.switchPublications(app.id, before: nil, limit: 100)
            )
        }
        for update in updates { try await tell(update, devices, of: app) }
        for publication in publications {
            let told = devices.compactMap { mark($0, from: publication.publishedAt) }
            try await seed(app.id, .switches, "\(publication.number)", told)
        }
    }

    private func tell(_ update: Update, _ devices: [TelemetryDeviceFacts], of app: App) async throws {
        guard let start = update.publishedAt, update.plan.mode == .official || update.plan.mode == .percentage else { return }
        let share = RolloutShare(percentage: update.plan.percentage ?? 100, salt: update.salt)
        let told = devices.filter { $0.platform == update.plan.platform && share.contains($0.device) }.compactMap { mark($0, from: start) }
        try await seed(app.id, .update, update.id, told)
    }

    /// Of devices that were offered a patch, when they were.
    func fill(_ told: HotpatchGuardSeed.Told) async throws {
        try await seed(told.app, .patch, told.release, told.devices)
    }

    private func seed(_ app: String, _ kind: ExposureKind, _ subject: String, _ devices: [(device: String, at: Date)]) async throws {
        guard !devices.isEmpty else { return }
        try await exposures.seed(app: app, kind, subject: subject, devices: devices)
    }

    /// Nil for a device that was not seen since.
    private func mark(_ device: TelemetryDeviceFacts, from start: Date) -> (device: String, at: Date)? {
        guard !device.device.isEmpty, device.seenAt > start else { return nil }
        let part = Double(RolloutShare.bucket(of: device.device, salt: "\(start.milliseconds)")) / Double(RolloutShare.buckets)
        return (device.device, min(start.addingTimeInterval(part * Self.spread), device.seenAt))
    }
}
