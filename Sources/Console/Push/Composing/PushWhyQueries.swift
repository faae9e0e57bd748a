import Foundation
import Storage

extension Connection {
    /// The latest row of a device in the audience of a message or one of its runs; tests are nobody's answer. BETWEEN, not `=`: SQLite's planner
    /// would go through all audiences of the app instead of the index of devices.
    func pushWhyDelivery(_ app: String, _ message: String, device: String) throws -> PushWhyDelivery? {
        guard !device.isEmpty else { return nil }
        return try first(
            """
            SELECT d.message_id, d.state, d.reason, d.answered_at, d.arrived_at, d.opened_at, d.ignored_at
            FROM push_delivery d JOIN push_message m ON m.app_id = d.app_id AND m.id = d.message_id
            WHERE d.app_id = \(app) AND d.device BETWEEN \(device) AND \(device)
                AND (m.id = \(message) OR (m.parent_id = \(message) AND m.kind = 'run'))
            ORDER BY m.created_at DESC, m.id DESC LIMIT 1
            """
        ) { row in
            PushWhyDelivery(
                message: try row[0],
                state: try row[1],
                reason: try row[2],
                answeredAt: try row[3],
                arrivedAt: try row[4],
                openedAt: try row[5],
                ignoredAt: try row[6]
            )
        }
    }

    func hasPushListEntry(_ app: String, _ list: String, _ name: String) throws -> Bool {
        try value("SELECT 1 FROM push_list_entry WHERE app_id = \(app) AND list_id = \(list) AND value = \(name)", as: Int.self) != nil
    }
}
