import Foundation
import Web

/// How a release's version spreads: its share of the devices of each day of the app's zone.
struct UpdateAdoption: Codable, Sendable {
    let version: String
    /// One for every day of the range, also the empty ones.
    let items: [UpdateAdoptionDay]
    let range: StatisticsRangeBody
    let receivedAt: OrNull<Date>
}

struct UpdateAdoptionDay: Codable, Sendable, Equatable {
    let time: Date
    /// Distinct devices that ran the version that day.
    let devices: Int
    /// Distinct devices that were there, whatever they ran.
    let active: Int
    /// `devices` ÷ `active`; null on a day without any.
    let share: OrNull<Double>
}

extension Statistics {
    /// From some days before the publication on, at most so many back from now; a draft has the last two weeks.
    func adoption(of update: Update, _ app: App, now: Date) async throws -> UpdateAdoption {
        let range = StatisticsRange.adoption(of: update, zone: app.timeZone, now: now)
        let filter = StatisticsFilter(app: app.id, platform: update.plan.platform)
        let versions = try await versions(filter, range, daysIn: app.timeZone)
        let actives = try await actives(filter, range, daysIn: app.timeZone)
        let devices = Dictionary(versions.days.map { ($0.time, $0.devices(of: update.plan.version)) }) { first, _ in first }
        let items = actives.items.map { day in
            let (own, all) = (devices[day.time] ?? 0, day.devices.value ?? 0)
            return UpdateAdoptionDay(time: day.time, devices: own, active: all, share: OrNull(StatisticsRate.of(own, all)))
        }
        return UpdateAdoption(version: update.plan.version, items: items, range: actives.range, receivedAt: actives.receivedAt)
    }
}

extension StatisticsRange {
    static func adoption(of update: Update, zone: TimeZone, now: Date) -> StatisticsRange {
        let day: TimeInterval = 86_400
        let start = update.publishedAt.map { max($0 - 3 * day, now - 90 * day) } ?? now - 13 * day
        return StatisticsRange(from: min(start, now - 13 * day), to: now, step: .day, zone: zone)
    }
}

extension VersionDay {
    /// Devices that spell the version otherwise (1.2 and 1.2.0) run it too.
    fileprivate func devices(of version: String) -> Int {
        let wanted = RolloutVersion(version)
        return items.filter { $0.version == version || RolloutVersion($0.version) == wanted }.reduce(0) { $0 + $1.devices }
    }
}
