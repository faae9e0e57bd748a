import Foundation
import Storage
import Web

/// The demo's red dots: `Seeds/badges.json`.
struct BadgeSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let badge: NewBadge
        let by: DemoPerson
        let at: DemoMoment
        /// From the day of the seeding; none for a dot without an end.
        let days: Int?
        let ended: DemoMoment?
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "badges.json")))
    }

    /// Publishes those of some apps, each at its time.
    func publish(to badges: Badges, _ apps: [App]) async throws {
        let now = badges.clock.now
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            let end = entry.days.map { now.addingTimeInterval(Double($0) * 86_400).ISO8601Format() }
            let badge = try await badges.at(entry.at, in: app).publish(entry.badge.until(end), on: app.id, zone: .gmt, by: entry.by.actor)
            if let ended = entry.ended { try await badges.at(ended, in: app).end(badge.id, of: app.id, by: entry.by.actor) }
        }
    }
}

extension NewBadge {
    fileprivate func until(_ end: String?) -> NewBadge {
        NewBadge(badgeId: badgeId, style: style, number: number, persistentNumber: persistentNumber, audience: audience, expiresAt: end)
    }
}

extension Badges: DemoRoom {}
