import Foundation
import Web

/// The demo's red dots: `Seeds/badges.json`.
struct BadgeSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let badge: NewBadge
        /// From the day of the seeding; none for a dot without an end.
        let days: Int?
        let ended: Bool?
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "badges.json")))
    }

    /// Publishes those of some apps.
    func publish(to badges: Badges, _ apps: Set<String>) async throws {
        let now = badges.clock.now
        for entry in entries where apps.contains(entry.app) {
            let end = entry.days.map { now.addingTimeInterval(Double($0) * 86_400).ISO8601Format() }
            let badge = try await badges.publish(entry.badge.until(end), on: entry.app, zone: .gmt, by: .console)
            if entry.ended == true { try await badges.end(badge.id, of: entry.app, by: .console) }
        }
    }
}

extension NewBadge {
    fileprivate func until(_ end: String?) -> NewBadge {
        NewBadge(badgeId: badgeId, style: style, number: number, persistentNumber: persistentNumber, audience: audience, expiresAt: end)
    }
}
