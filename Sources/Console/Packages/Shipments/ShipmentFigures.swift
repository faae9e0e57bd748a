import Foundation
import Web

/// How much a version of an app was used during the last seven days.
struct ShipmentFigures: Codable, Sendable, Equatable {
    /// On the day with the most: a device that came back on another day is counted once a day, so days cannot be added up.
    let devices: Int
    /// Of all seven days.
    let crashes: Int

    static let none = ShipmentFigures(devices: 0, crashes: 0)
}

extension Statistics {
    /// By version; those that nobody uses are absent.
    func lately(_ app: App, _ platform: Platform, now: Date) async throws -> [String: ShipmentFigures] {
        let range = try StatisticsRange(.init(preset: .sevenDays), steps: { _ in .day }, zone: app.timeZone, now: now)
        let found = try await versions(StatisticsFilter(app: app.id, platform: platform), range, daysIn: app.timeZone)
        let devices = found.days.reduce(into: [String: Int]()) { most, day in
            for share in day.items { most[share.version] = max(most[share.version] ?? 0, share.devices) }
        }
        let crashes = Dictionary(found.items.map { ($0.version, $0.crashes) }) { first, _ in first }
        return Dictionary(
            uniqueKeysWithValues: Set(devices.keys).union(crashes.keys).map { version in
                (version, ShipmentFigures(devices: devices[version] ?? 0, crashes: crashes[version] ?? 0))
            }
        )
    }
}
