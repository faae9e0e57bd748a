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
        if demo.state == .sent, let platform = try value(Self.platform(app, message, demo.device), as: Platform.self) {
            try tallyPushed(app, message, on: platform, by: 1, at: demo.answeredAt)
        }
        if let arrived = demo.arrivedAt { try raisePushTally(app, message, .arrived, "", by: 1, at: arrived) }
        if let opened = demo.openedAt { try raisePushTally(app, message, .opened, "", by: 1, at: opened) }
    }

    private static func platform(_ app: String, _ message: String, _ device: String) -> SQL {
        "SELECT platform FROM push_delivery WHERE app_id = \(app) AND message_id = \(message) AND device = \(device)"
    }
}

/// A device that the demo's lines told of.
struct PushSeedDevice: Sendable {
    let id: String
    let platform: Platform
    let user: String
    let version: String
    let model: String
    let osVersion: String
}

extension Connection {
    /// Those that were seen last, of each platform.
    func pushSeedDevices(_ app: String, limit: Int) throws -> [PushSeedDevice] {
        try Platform.allCases.flatMap { platform in
            try all(
                """
                SELECT device, platform, user_id, version, model, os_version FROM device
                WHERE app_id = \(app) AND platform = \(platform) AND device <> '' ORDER BY last_time DESC, device LIMIT \(limit)
                """
            ) { PushSeedDevice(id: try $0[0], platform: try $0[1], user: try $0[2], version: try $0[3], model: try $0[4], osVersion: try $0[5]) }
        }
    }
}
