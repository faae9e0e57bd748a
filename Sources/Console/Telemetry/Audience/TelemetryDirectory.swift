import Foundation
import Storage
import Web

/// Which devices and users of an app telemetry knows of: found by the beginnings of their names, and what is known of each.
struct TelemetryDirectory: Sendable {
    let database: Database

    /// Devices of one user that are read.
    static let mostOfUser = 100

    // MARK: finding

    /// The last heard of first; of those whose names begin alike, by name.
    func devices(of app: String, _ search: TelemetryDeviceSearch, _ place: ListPlace) async throws -> List<TelemetryDeviceFacts> {
        try await database.read { connection in
            let rows = try connection.deviceFacts(app, search, after: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countDeviceFacts(app, search)) { search.cursor($0) }
        }
    }

    /// By name.
    func users(of app: String, beginning: String, limit: Int) async throws -> [TelemetryUserFacts] {
        guard !beginning.isEmpty else { return [] }
        return try await database.read { try $0.userFacts(app, beginning: beginning, limit: limit) }
    }

    // MARK: one

    /// One for each platform that it was seen on, the last one first; none for a device that no line told of.
    func device(_ id: String, of app: String) async throws -> [TelemetryDeviceFacts] {
        try await database.read { try $0.deviceFacts(app, device: id) }
    }

    /// The last heard of first.
    func devices(ofUser user: String, in app: String) async throws -> [TelemetryDeviceFacts] {
        guard !user.isEmpty else { return [] }
        return try await database.read { connection in
            try connection.deviceFacts(app, TelemetryDeviceSearch(user: user), after: nil, limit: Self.mostOfUser)
        }
    }

    /// The days on which a device was there, newest first.
    /// - Parameters:
    ///   - today: in the app's zone, counted from 1970-01-01.
    ///   - days: back from today, which is one.
    func days(of device: TelemetryDeviceFacts, in app: String, today: Int, days: Int) async throws -> [TelemetryDeviceDay] {
        let span = (0..<days).map { today - $0 }
        return try await database.read { connection in
            let versions = try connection.deviceDays(app, device.platform, device.device, days: span)
            let sessions = try connection.deviceSessions(app, device.platform, device.device, days: versions)
            return versions.map { day, versions in
                TelemetryDeviceDay(day: TelemetryDirectory.text(day: day), versions: versions, crashedSession: OrNull(sessions[day]))
            }
            .sorted { $1.day < $0.day }
        }
    }

    /// `2026-11-20`
    static func text(day: Int) -> String {
        Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day())
    }
}

/// Which devices a list shows; without a word of it all of them.
struct TelemetryDeviceSearch: Sendable {
    /// The beginning of a device's id.
    var beginning = ""
    /// Exactly; not together with `beginning`.
    var user = ""
    var platform: Platform?

    func cursor(_ device: TelemetryDeviceFacts) -> Cursor {
        if !beginning.isEmpty { return Cursor(device.platform.rank, device.device) }
        return Cursor(device.seenAt, user.isEmpty ? "\(device.platform.rawValue) \(device.device)" : device.device)
    }
}

/// A device as its newest lines describe it; texts that are not known are empty.
struct TelemetryDeviceFacts: Codable, Sendable, Equatable {
    let device: String
    let platform: Platform
    var userId: String
    let version: String
    let mobileModel: String
    let osVersion: String
    let channel: String
    /// In the app's zone, `2026-11-20`.
    let firstDay: String
    /// The time of its newest line.
    let seenAt: Date
}

/// A user, by the devices whose newest lines name them.
struct TelemetryUserFacts: Codable, Sendable, Equatable {
    var userId: String
    let devices: Int
    let seenAt: Date
}

/// A day on which a device was there.
struct TelemetryDeviceDay: Codable, Sendable, Equatable {
    /// In the app's zone, `2026-11-20`.
    let day: String
    /// Of the app, as it named them; the lowest first, as texts.
    let versions: [String]
    /// Whether one of its sessions crashed; null where it told of none.
    let crashedSession: OrNull<Bool>
}

extension Platform {
    /// Its place among all.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
