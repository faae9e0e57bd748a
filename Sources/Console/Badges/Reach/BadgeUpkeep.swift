import Foundation
import Storage

extension Badges {
    /// Writes down how many devices this node showed what. Every 10 seconds, on each node.
    public func writeReach() async throws {
        let changed = reach.takeChanged()
        if !changed.isEmpty { try await join(changed) }
        reach.retain(index.keys)
    }

    /// In the order of keys, so that two nodes do not wait for each other; joining twice is as good as once.
    private func join(_ changed: [BadgeKey: BadgeSketch]) async throws {
        do {
            let written = try await database.write(.readCommitted) { connection in
                try changed.sorted { $0.key < $1.key }.compactMap { badge, sketch in
                    try connection.joinBadgeReach(badge, sketch).map { (badge, $0) }
                }
            }
            reach.join(Dictionary(uniqueKeysWithValues: written))
        } catch {
            reach.keepChanged(changed.keys)
            throw error
        }
    }

    /// Removes what is of no more use, a bounded batch at a time. Every 10 seconds, on one node.
    public func tidy() async throws {
        let now = clock.now
        try await database.write { try Self.tidy($0, now) }
    }

    /// An hour late, for devices whose pull is under way, and for clocks that are set.
    private static func tidy(_ connection: Connection, _ now: Date) throws {
        let past = now.addingTimeInterval(-3_600)
        try connection.deletePersonalBadges(expiredBefore: now)
        try connection.deleteBadgeReach(endedBefore: past)
        if let (app, badge) = try connection.spentBadge(before: past) { try connection.deleteBadgeAcks(app, badge, atMost: 5_000) }
    }
}
