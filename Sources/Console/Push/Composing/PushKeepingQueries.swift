import Foundation
import Storage

extension Connection {
    /// Messages that were over then and whose deliveries are still known.
    func endedPushMessages(before time: Date, limit: Int) throws -> [(app: String, message: String)] {
        try all(
            """
            SELECT app_id, id FROM push_message WHERE ended_at < \(time) AND EXISTS (
                SELECT 1 FROM push_delivery WHERE push_delivery.app_id = push_message.app_id AND push_delivery.message_id = push_message.id)
            ORDER BY ended_at LIMIT \(limit)
            """
        ) { (app: try $0[0], message: try $0[1]) }
    }

    /// - Returns: how many were deleted.
    func deletePushDeliveries(_ app: String, _ message: String, limit: Int) throws -> Int {
        try run(
            """
            DELETE FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND device IN (
                SELECT device FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) LIMIT \(limit))
            """
        )
    }

    func pushMessageIds(of app: String) throws -> [String] {
        try all("SELECT id FROM push_message WHERE app_id = \(app)") { try $0[0] }
    }

    func closePushMessages(of app: String) throws {
        try run("UPDATE push_message SET state = 'stopped' WHERE app_id = \(app) AND state IN ('confirmed', 'sending')")
    }

    func deletePushMessages(of app: String) throws {
        try run("DELETE FROM push_message WHERE app_id = \(app)")
        try run("DELETE FROM push_template WHERE app_id = \(app)")
        try run("DELETE FROM push_option WHERE app_id = \(app)")
    }
}
