import Foundation
import Storage

/// A dot as a device gets it (`MPBadgeInfo`).
struct BadgeItem: Codable, Sendable, Equatable {
    let badgeId: String
    let style: BadgeStyle
    let temporaryBadgeNumber: Int
    let persistentBadgeNumber: Int
}

/// What devices ask and tell.
extension Badges {
    /// The dots that a device shows now: of those for it, what was not cleared. One read by key, of what it has cleared and of its personal dots.
    func pull(_ asker: BadgeAsker) async throws -> [BadgeItem] {
        let dots = index.live(asker.app, at: asker.at).filter { $0.isFor(asker) }
        guard !asker.readers.isEmpty else { return Self.merged(dots.map { Self.item($0.badge, cleared: false) }) }
        let (cleared, personal) = try await database.promptly { database in
            try await database.read { connection in
                (try connection.badgeAcks(asker.app, asker.readers), try connection.personalBadges(asker.app, asker.readers, at: asker.at))
            }
        }
        let shown = dots.map { ($0, isCleared: Self.isCleared($0, asker, cleared)) }
        noteReach(shown.filter { !$0.isCleared }.map(\.0.badge.id), asker)
        return Self.merged(shown.map { Self.item($0.0.badge, cleared: $0.isCleared) } + personal.map(Self.item))
    }

    private static func isCleared(_ dot: BadgeLive, _ asker: BadgeAsker, _ acks: Set<BadgeAck>) -> Bool {
        asker.readers(of: dot).contains { acks.contains(BadgeAck(reader: $0.key, badge: dot.badge.id)) }
    }

    private func noteReach(_ badges: [String], _ asker: BadgeAsker) {
        if let name = asker.readers.first?.key, !badges.isEmpty { reach.note(name, saw: badges.map { BadgeKey(app: asker.app, id: $0) }) }
        for badge in badges { exposures?.note(app: asker.app, .badge, subject: badge, asker.traits, at: asker.at) }
    }

    private static func item(_ badge: Badge, cleared: Bool) -> BadgeItem {
        BadgeItem(
            badgeId: badge.path.text,
            style: badge.style,
            temporaryBadgeNumber: cleared ? 0 : badge.numbers.temporary,
            persistentBadgeNumber: badge.numbers.persistent
        )
    }

    private static func item(_ dot: BadgePersonal) -> BadgeItem {
        BadgeItem(badgeId: dot.badgeId, style: dot.style, temporaryBadgeNumber: dot.number, persistentBadgeNumber: 0)
    }

    /// Devices keep one dot a path: those of the same path are added up, and the latest says how it looks. What counts nothing is left out.
    private static func merged(_ items: [BadgeItem]) -> [BadgeItem] {
        var merged: [BadgeItem] = []
        for item in items where item.temporaryBadgeNumber + item.persistentBadgeNumber > 0 {
            if let place = merged.firstIndex(where: { $0.badgeId == item.badgeId }) {
                merged[place] = merged[place].joined(by: item)
            } else {
                merged.append(item)
            }
        }
        return merged
    }

    /// Clears what hangs on these widgets as leaves; a widget with others below it is left alone, as on the device.
    /// - Returns: how many dots were cleared now; those that were cleared before are not counted again.
    func acknowledge(_ widgets: Set<String>, by asker: BadgeAsker) async throws -> Int {
        guard !asker.readers.isEmpty else { return 0 }
        let dots = index.live(asker.app, at: asker.at).filter { widgets.contains($0.badge.path.leaf) && $0.isFor(asker) }
        // Every statement is right by itself, and dots come in one order: thousands of devices that clear the same one wait, but none has to
        // begin again.
        return try await database.promptly { database in
            try await database.write(.readCommitted) { connection in
                let known = try connection.badgeAcks(asker.app, asker.readers)
                let fresh = dots.filter { !Self.isCleared($0, asker, known) }.sorted { $0.badge.id < $1.badge.id }
                let cleared = try fresh.filter { try connection.acknowledgeBadge(asker.app, $0.badge.id, asker.readers(of: $0), at: asker.at) }
                return try cleared.count + connection.deletePersonalBadges(asker.app, asker.readers, widgets: widgets)
            }
        }
    }
}

extension BadgeItem {
    fileprivate func joined(by later: BadgeItem) -> BadgeItem {
        BadgeItem(
            badgeId: badgeId,
            style: later.style,
            temporaryBadgeNumber: temporaryBadgeNumber + later.temporaryBadgeNumber,
            persistentBadgeNumber: persistentBadgeNumber + later.persistentBadgeNumber
        )
    }
}
