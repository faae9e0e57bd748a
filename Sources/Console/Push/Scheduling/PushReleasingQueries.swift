import Foundation
import Storage

extension Connection {
    /// Some of them, with their zones of today. They are chosen by the index of states: looked for by their key, all that were decided before would
    /// be passed over each time.
    func heldPushDevices(_ app: String, _ message: String, limit: Int) throws -> [PushHeldDevice] {
        try all(
            """
            SELECT d.device, d.user_id, coalesce(v.time_zone, '') FROM push_delivery d
            LEFT JOIN push_device v ON v.app_id = d.app_id AND v.device = d.device
            WHERE d.app_id = \(app) AND d.message_id = \(message) AND d.device IN (
                SELECT device FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND state = 'held' LIMIT \(limit))
            """
        ) { PushHeldDevice(device: try $0[0], user: try $0[1], zone: try $0[2]) }
    }

    /// Some of the held devices, all for the same time. With `state = 'held'` of these, as in the next, SQLite would go through all that are held.
    /// - Returns: how many.
    func queuePushDeliveries(_ app: String, _ message: String, at time: Date, limit: Int) throws -> Int {
        try run(
            """
            UPDATE push_delivery SET state = 'queued', not_before = \(time)
            WHERE app_id = \(app) AND message_id = \(message) AND NOT (state <> 'held') AND device IN (
                SELECT device FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND state = 'held' LIMIT \(limit))
            """
        )
    }

    func decidePushDeliveries(_ app: String, _ message: String, _ devices: [String], _ decision: PushReleasing.Decision, at now: Date) throws {
        switch decision {
        case .queued(let time):
            try run(
                """
                UPDATE push_delivery SET state = 'queued', not_before = \(time)
                WHERE app_id = \(app) AND message_id = \(message) AND NOT (state <> 'held') AND device IN (\(SQL.list(devices)))
                """
            )
        case .skipped(let reason):
            let skipped = try run(
                """
                UPDATE push_delivery SET state = 'skipped', reason = \(reason.rawValue), answered_at = \(now)
                WHERE app_id = \(app) AND message_id = \(message) AND NOT (state <> 'held') AND device IN (\(SQL.list(devices)))
                """
            )
            try raisePushTally(app, message, .skipped, reason.rawValue, by: skipped, at: now)
        }
    }

    /// Queued devices whose message makes no sense any more. Ten minutes are granted beyond its time: senders that were away come back, and a
    /// message that is to come now or never still gets its first try.
    func expirePushDeliveries(_ message: PushMessage, at now: Date) throws {
        let last = lastPushMoment(message, at: now)
        let skipped = try run(
            """
            UPDATE push_delivery SET state = 'skipped', reason = \(PushSkip.expired.rawValue), answered_at = \(now)
            WHERE app_id = \(message.app) AND message_id = \(message.id) AND state = 'queued' AND not_before < \(last)
            """
        )
        try raisePushTally(message.app, message.id, .skipped, PushSkip.expired.rawValue, by: skipped, at: now)
    }

    func hasLatePushDeliveries(_ message: PushMessage, at now: Date) throws -> Bool {
        try value(
            """
            SELECT 1 FROM push_delivery WHERE app_id = \(message.app) AND message_id = \(message.id) AND state = 'queued'
                AND not_before < \(lastPushMoment(message, at: now)) LIMIT 1
            """,
            as: Int.self
        ) != nil
    }

    private func lastPushMoment(_ message: PushMessage, at now: Date) -> Date {
        now.addingTimeInterval(-Double(max(message.content.ttlSeconds, 600)))
    }

    /// Of some users, those who were sent so many messages; several devices of one user are one.
    func pushUsers(_ users: [String], of app: String, withAtLeast count: Int, since: Date) throws -> Set<String> {
        Set(
            try all(
                """
                SELECT user_id FROM push_delivery
                WHERE app_id = \(app) AND user_id IN (\(SQL.list(users))) AND answered_at > \(since) AND state = 'sent'
                    AND message_id NOT IN (SELECT id FROM push_message WHERE app_id = \(app) AND kind = 'test')
                GROUP BY user_id HAVING count(DISTINCT message_id) >= \(count)
                """
            ) { try $0[0] as String }
        )
    }

    /// Of some devices, those that were sent so many messages.
    func pushDevices(_ devices: [String], of app: String, withAtLeast count: Int, since: Date) throws -> Set<String> {
        Set(
            try all(
                """
                SELECT device FROM push_delivery
                WHERE app_id = \(app) AND device IN (\(SQL.list(devices))) AND answered_at > \(since) AND state = 'sent'
                    AND message_id NOT IN (SELECT id FROM push_message WHERE app_id = \(app) AND kind = 'test')
                GROUP BY device HAVING count(*) >= \(count)
                """
            ) { try $0[0] as String }
        )
    }
}
