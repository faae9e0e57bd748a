import Foundation
import Storage

/// The devices of apps as their newest lines describe them.
struct TelemetryKnownDevices: Sendable {
    let database: Database

    /// Those of an app that were there lately.
    struct Seen: Sendable {
        /// All of them.
        let count: Int
        /// At most as many as were asked for, by id.
        let devices: [TelemetryKnownDevice]
    }

    /// - Parameters:
    ///   - days: back from today, in the app's zone; today is one.
    ///   - limit: of devices read. Their number is exact.
    func seen(_ app: App, _ platform: Platform, days: Int, now: Date, limit: Int) async throws -> Seen {
        let today = app.day(of: now)
        return try await database.read { connection in
            let devices = try connection.knownDevices(app.id, platform, since: today - days + 1, limit: limit)
            let all = devices.count < limit ? devices.count : try connection.countKnownDevices(app.id, platform, since: today - days + 1)
            return Seen(count: all, devices: devices)
        }
    }

    /// nil for one that no line told of.
    func device(_ id: String, of app: String, _ platform: Platform) async throws -> TelemetryKnownDevice? {
        try await database.read { try $0.knownDevice(app, platform, id) }
    }
}

/// A device as its newest line describes it; what is not known is empty.
struct TelemetryKnownDevice: Sendable, Equatable {
    let id: String
    let version: String
    let user: String
    let model: String
    let osVersion: String
    let channel: String
}

extension RolloutDevice {
    /// City and network are not kept.
    init(_ device: TelemetryKnownDevice, _ platform: Platform) {
        self.init(
            platform: platform,
            version: device.version,
            device: device.id,
            user: device.user,
            model: device.model,
            osVersion: device.osVersion,
            channel: device.channel
        )
    }
}
