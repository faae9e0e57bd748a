import Foundation
import Storage

extension Badges {
    /// Writes down how many devices were shown what, and removes what is of no more use, a bounded batch at a time. Every 10 seconds.
    public func tick() async throws {
        try await writeReach()
        reach.retain(index.keys)
        let now = clock.now
        try await database.write { try Self.tidy($0, now) }
    }

    private func writeReach() async throws {
        let changed = reach.takeChanged()
        guard !changed.isEmpty else { return }
        do {
            try await database.write { connection in
                for (badge, sketch) in changed { try connection.saveBadgeReach(badge, sketch) }
            }
        } catch {
            reach.keepChanged(changed.keys)
            throw error
        }
    }

    /// An hour late, for devices whose pull is under way, and for clocks that are set.
    private static func tidy(_ connection: Connection, _ now: Date) throws {
        let past = now.addingTimeInterval(-3_600)
        try connection.deletePersonalBadges(expiredBefore: now)
        try connection.deleteBadgeReach(endedBefore: past)
        if let (app, badge) = try connection.spentBadge(before: past) { try connection.deleteBadgeAcks(app, badge, atMost: 5_000) }
    }
}
