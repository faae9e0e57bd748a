import Foundation
import Storage

/// What the demo's devices were told besides pushes, and what they reported of patches: they never asked, so it is written down for them, each device's
/// by the same rule of percentages that would have answered it.
struct DemoExposures {
    let exposures: Exposures
    let now: Date

    /// Devices hear of something within this time after it began.
    private static let spread: TimeInterval = 30 * 3_600
    private static let mostDevices = 10_000

    /// Of updates, patches and switches of an app that were published.
    func fill(_ app: App) async throws {
        let (devices, updates, patches, publications) = try await exposures.database.read { connection in
            (
                try connection.deviceFacts(app.id, TelemetryDeviceSearch(), after: nil, limit: Self.mostDevices),
                try connection.updates(app.id, UpdateFilter(), at: now, before: nil, limit: 100),
                try connection.hotpatches(app.id, HotpatchFilter(), at: now, before: nil, limit: 100),
                try connection.switchPublications(app.id, before: nil, limit: 100)
            )
        }
        for update in updates { try await tell(update, devices, of: app) }
        for patch in patches { try await tell(patch, devices, of: app) }
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

    /// Not of a withdrawn one: who was told of it is its story's to say.
    private func tell(_ patch: Hotpatch, _ devices: [TelemetryDeviceFacts], of app: App) async throws {
        guard let start = patch.publishedAt, !patch.kept.isWithdrawn else { return }
        let share = RolloutShare(percentage: patch.plan.percentage, salt: patch.salt)
        let versions = Set(patch.plan.targetVersions.map { RolloutVersion($0) })
        let target = devices.filter { $0.platform == patch.plan.platform && versions.contains(RolloutVersion($0.version)) }
        let told = target.filter { share.contains($0.device) }.compactMap { mark($0, from: start) }
        try await seed(app.id, .patch, patch.id, told)
        try await report(app.id, patch.id, told)
    }

    /// Of devices that were offered a patch which was halted, when they were.
    func fill(_ told: HotpatchGuardSeed.Told) async throws {
        try await seed(told.app, .patch, told.release, told.devices)
        try await report(told.app, told.release, told.devices, halted: told.devices.map(\.at).max())
    }

    /// One of so many devices cannot apply a patch, and one of so many has not asked again since it was withdrawn.
    private static let (failing, away) = (40, 7)

    private func report(_ app: String, _ release: String, _ devices: [(device: String, at: Date)], halted: Date? = nil) async throws {
        let reports = devices.enumerated().flatMap { place, told in
            let isApplied = place % Self.failing != Self.failing / 2
            var said: [(event: HotpatchDeviceReport.Event, after: TimeInterval)] = [(.downloaded, 20), (isApplied ? .applied : .failed, 90)]
            if let halted, isApplied, place % Self.away != 0 {
                said.append((.rolledback, halted.timeIntervalSince(told.at) + 1_800 + 600 * Double(place % 36)))
            }
            return said.map { event, delay in
                HotpatchDeviceReport(
                    app: app,
                    release: release,
                    device: told.device,
                    event: event,
                    at: min(told.at.addingTimeInterval(delay), now),
                    code: event == .failed ? "apply" : ""
                )
            }
        }
        try await exposures.database.write { try $0.insertHotpatchReports(reports) }
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
