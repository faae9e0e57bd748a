import Foundation
import Storage

extension Connection {
    /// As senders write an answer down, and devices their reports.
    func recordPushDemo(_ demo: PushDemo, _ app: String, _ message: String) throws {
        try run(
            """
            UPDATE push_delivery SET state = \(demo.state), reason = \(demo.reason), attempts = 1, intent_at = \(demo.answeredAt),
                answered_at = \(demo.answeredAt), arrived_at = \(demo.arrivedAt), opened_at = \(demo.openedAt)
            WHERE app_id = \(app) AND message_id = \(message) AND device = \(demo.device)
            """
        )
        let outcome: PushTallyOutcome = demo.state == .sent ? .sent : demo.state == .failed ? .failed : .unknown
        try raisePushTally(app, message, outcome, demo.reason, by: 1, at: demo.answeredAt)
        if let arrived = demo.arrivedAt { try raisePushTally(app, message, .arrived, "", by: 1, at: arrived) }
        if let opened = demo.openedAt { try raisePushTally(app, message, .opened, "", by: 1, at: opened) }
    }
}
