import Foundation
import Storage

extension Connection {
    /// Of live dots, by dot.
    func badgeSketches(at now: Date) throws -> [BadgeKey: BadgeSketch] {
        let rows = try all(
            """
            SELECT badge.app_id, badge.id, registers FROM badge_reach JOIN badge ON badge.app_id = badge_reach.app_id AND badge.id = badge_reach.badge
            WHERE ended_at IS NULL AND (expires_at IS NULL OR expires_at > \(now))
            """
        ) { (BadgeKey(app: try $0[0], id: try $0[1]), BadgeSketch(try $0[2])) }
        return Dictionary(uniqueKeysWithValues: rows).compactMapValues { $0 }
    }

    /// Nothing for a dot whose app is gone.
    func saveBadgeReach(_ badge: BadgeKey, _ sketch: BadgeSketch) throws {
        try run("UPDATE badge SET shown = \(sketch.estimate) WHERE app_id = \(badge.app) AND id = \(badge.id)")
        try run(
            """
            INSERT INTO badge_reach (app_id, badge, registers) SELECT app_id, id, \(sketch.registers) FROM badge WHERE app_id = \(badge.app) AND id = \(badge.id)
            ON CONFLICT (app_id, badge) DO UPDATE SET registers = excluded.registers
            """
        )
    }

    func deleteBadgeReach(endedBefore time: Date) throws {
        try run(
            """
            DELETE FROM badge_reach WHERE EXISTS (
                SELECT 1 FROM badge WHERE badge.app_id = badge_reach.app_id AND badge.id = badge_reach.badge
                    AND (ended_at < \(time) OR expires_at < \(time))
            )
            """
        )
    }
}
