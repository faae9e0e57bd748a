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
        let today = Int(((now.timeIntervalSince1970 + Double(app.timeZone.secondsFromGMT(for: now))) / 86_400).rounded(.down))
        return try await database.read { connection in
            let devices = try connection.devices(app.id, platform, since: today - days + 1, limit: limit)
            let all = devices.count < limit ? devices.count : try connection.countDevices(app.id, platform, since: today - days + 1)
            return Seen(count: all, devices: devices)
        }
    }

    /// nil for one that no line told of.
    func device(_ id: String, of app: String, _ platform: Platform) async throws -> TelemetryKnownDevice? {
        try await database.read { try $0.device(app, platform, id) }
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

extension Connection {
    fileprivate func devices(_ app: String, _ platform: Platform, since day: Int, limit: Int) throws -> [TelemetryKnownDevice] {
        try all(
            """
            \(Self.deviceColumns) WHERE app_id = \(app) AND platform = \(platform) AND last_day >= \(day) ORDER BY device LIMIT \(limit)
            """,
            TelemetryKnownDevice.init
        )
    }

    fileprivate func countDevices(_ app: String, _ platform: Platform, since day: Int) throws -> Int {
        try value("SELECT count(*) FROM device WHERE app_id = \(app) AND platform = \(platform) AND last_day >= \(day)") ?? 0
    }

    fileprivate func device(_ app: String, _ platform: Platform, _ id: String) throws -> TelemetryKnownDevice? {
        try first("\(Self.deviceColumns) WHERE app_id = \(app) AND platform = \(platform) AND device = \(id)", TelemetryKnownDevice.init)
    }

    private static var deviceColumns: SQL {
        "SELECT device, version, user_id, model, os_version, channel FROM device"
    }
}

extension TelemetryKnownDevice {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row[0],
            version: try row[1],
            user: try row[2],
            model: try row[3],
            osVersion: try row[4],
            channel: try row[5]
        )
    }
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
