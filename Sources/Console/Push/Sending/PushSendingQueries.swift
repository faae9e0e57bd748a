import Foundation
import Storage

extension Connection {
    /// Messages that something is to be sent of now, those that began first in front. Cheap enough to be asked several times a second: SQLite takes the
    /// index of open messages only where the condition of the index stands in so many words.
    func sendingPushMessages(at now: Date) throws -> [PushSendableKey] {
        try all(
            """
            SELECT app_id, id FROM push_message WHERE state IN ('confirmed', 'sending') AND state = 'sending' AND EXISTS (
                SELECT 1 FROM push_delivery WHERE push_delivery.app_id = push_message.app_id AND push_delivery.message_id = push_message.id
                    AND push_delivery.state = 'queued' AND push_delivery.not_before <= \(now))
                AND app_id IN (SELECT id FROM app WHERE archived_at IS NULL)
            ORDER BY began_at, app_id, id LIMIT 50
            """
        ) { PushSendableKey(app: try $0[0], message: try $0[1]) }
    }

    /// Writes down that some deliveries of a message are about to be sent: nobody else will send them, whatever becomes of this node. None of a
    /// message that was stopped, and none to a device that unbound its token since the audience was frozen: those are skipped here.
    /// - Parameter lease: this node's.
    func claimPush(_ key: PushSendableKey, limit: Int, lease: String, at now: Date) throws -> [PushClaim] {
        let (app, id) = (key.app, key.message)
        let ttl = try value(
            "SELECT ttl_seconds FROM push_message WHERE app_id = \(app) AND id = \(id) AND state = 'sending' {for share}",
            as: Int.self
        )
        guard let ttl else { return [] }
        let intents = try writePushIntents(key, limit: limit, lease: lease, at: now)
        guard !intents.isEmpty else { return [] }
        let tokens = try boundPushTokens(app, intents.map(\.device))
        let lost = intents.map(\.device).filter { tokens[$0] == nil }
        if !lost.isEmpty {
            let reason = PushReason.unbound.rawValue
            let skipped = try endPush(app, id, lost, .skipped, reason, lease: lease, at: now)
            try raisePushTally(app, id, .skipped, reason, by: skipped, at: now)
        }
        return intents.compactMap { intent in
            guard let bound = tokens[intent.device] else { return nil }
            // What cannot be read fills nothing, which ends this one delivery and not the sender.
            let parameters: [String: String]? = intent.parameters.isEmpty ? [:] : try? PushText.read(intent.parameters)
            return PushClaim(key, intent.device, bound, parameters ?? [:], due: intent.due, ttl: ttl, attempts: intent.attempts)
        }
    }

    /// As a table of its own: PostgreSQL may look for a bare subquery once for every row, and take more than the limit.
    private func writePushIntents(_ key: PushSendableKey, limit: Int, lease: String, at now: Date) throws -> [PushIntent] {
        try all(
            """
            WITH due AS MATERIALIZED (
                SELECT device FROM push_delivery
                WHERE app_id = \(key.app) AND message_id = \(key.message) AND state = 'queued' AND not_before <= \(now)
                ORDER BY not_before LIMIT \(limit) {for update skip locked}
            )
            UPDATE push_delivery SET state = 'sending', lease = \(lease), intent_at = COALESCE(intent_at, \(now)), attempts = attempts + 1
            WHERE app_id = \(key.app) AND message_id = \(key.message) AND device IN (SELECT device FROM due)
            RETURNING device, parameters, not_before, intent_at, attempts
            """
        ) { row in
            // The first intent is later than the time it was due on, and before the times of further tries.
            PushIntent(device: try row[0], parameters: try row[1], due: min(try row[2], try row[3]), attempts: try row[4])
        }
    }

    /// As devices have bound them by now: the token of the frozen audience may be an old one.
    private func boundPushTokens(_ app: String, _ devices: [String]) throws -> [String: PushBoundToken] {
        let found = try all(
            """
            SELECT device, platform, channel, environment, token, bound_at FROM push_device
            WHERE app_id = \(app) AND state = 'bound' AND device IN (\(SQL.list(devices)))
            """
        ) { row in
            (
                try row[0] as String,
                PushBoundToken(platform: try row[1], channel: try row[2], environment: try row[3], token: try row[4], at: try row[5])
            )
        }
        return Dictionary(found) { first, _ in first }
    }

    // MARK: results

    /// Those of a lease that are still `sending`; others were given up as unknown meanwhile.
    /// - Returns: how many rows changed.
    func endPush(
        _ app: String,
        _ message: String,
        _ devices: [String],
        _ state: PushDeliveryState,
        _ reason: String,
        lease: String,
        at now: Date
    ) throws -> Int {
        try run(
            """
            UPDATE push_delivery SET state = \(state), reason = \(reason), answered_at = \(now)
            WHERE app_id = \(app) AND message_id = \(message) AND device IN (\(SQL.list(devices))) AND state = 'sending' AND lease = \(lease)
            """
        )
    }

    /// For another attempt.
    func requeuePush(_ app: String, _ message: String, _ devices: [String], _ reason: String, lease: String, notBefore: Date) throws {
        try run(
            """
            UPDATE push_delivery SET state = 'queued', reason = \(reason), not_before = \(notBefore), lease = ''
            WHERE app_id = \(app) AND message_id = \(message) AND device IN (\(SQL.list(devices))) AND state = 'sending' AND lease = \(lease)
            """
        )
    }

    /// Locked until the transaction ends, so that whoever stops it finds what is put back.
    func isPushSending(_ app: String, _ message: String) throws -> Bool {
        try value("SELECT 1 FROM push_message WHERE app_id = \(app) AND id = \(message) AND state = 'sending' {for share}", as: Int.self) != nil
    }

    // MARK: senders that died

    /// Deliveries that somebody who is not there any more was about to send: whether they were is not known.
    /// - Parameter alive: ids of the nodes that are there.
    func giveUpPush(besides alive: [String], at now: Date) throws {
        try giveUpPush(where: "lease NOT IN (\(SQL.list(alive)))", at: now)
    }

    /// What a node is not at any more.
    func giveUpPush(of lease: String, at now: Date) throws {
        try giveUpPush(where: "lease = \(lease)", at: now)
    }

    /// The devices are named for the index of states: this is done every few seconds, also while a message to very many is sent.
    private func giveUpPush(where condition: SQL, at now: Date) throws {
        let messages = try all(
            """
            SELECT app_id, id FROM push_message
            WHERE began_at IS NOT NULL AND (state = 'sending' OR ended_at > \(now.addingTimeInterval(-2 * 86_400)))
            """
        ) { (app: try $0[0] as String, id: try $0[1] as String) }
        for message in messages {
            let given = try run(
                """
                UPDATE push_delivery SET state = 'unknown', reason = \(PushReason.interrupted.rawValue), answered_at = \(now)
                WHERE app_id = \(message.app) AND message_id = \(message.id) AND state = 'sending' AND \(condition) AND device IN (
                    SELECT device FROM push_delivery WHERE app_id = \(message.app) AND message_id = \(message.id) AND state = 'sending')
                """
            )
            try raisePushTally(message.app, message.id, .unknown, PushReason.interrupted.rawValue, by: given, at: now)
        }
    }
}
