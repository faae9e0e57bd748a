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

    /// Joins what one node counted with what all have written.
    /// - Returns: both together; nil for a dot whose app is gone.
    func joinBadgeReach(_ badge: BadgeKey, _ sketch: BadgeSketch) throws -> BadgeSketch? {
        // Changes nothing of a row that is there, but keeps other nodes from it until this one has written.
        let written = try first(
            """
            INSERT INTO badge_reach (app_id, badge, registers)
            SELECT app_id, id, \(sketch.registers) FROM badge WHERE app_id = \(badge.app) AND id = \(badge.id)
            ON CONFLICT (app_id, badge) DO UPDATE SET registers = badge_reach.registers RETURNING registers
            """
        ) { BadgeSketch(try $0[0]) }
        guard let written else { return nil }
        let joined = written.map(sketch.joined) ?? sketch
        if joined != written {
            try run("UPDATE badge_reach SET registers = \(joined.registers) WHERE app_id = \(badge.app) AND badge = \(badge.id)")
        }
        try run("UPDATE badge SET shown = \(joined.estimate) WHERE app_id = \(badge.app) AND id = \(badge.id)")
        return joined
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
