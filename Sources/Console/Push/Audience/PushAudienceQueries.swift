import Foundation
import Storage
import Web

/// Who a target is, asked and frozen by statements over sets: no device of an audience passes through memory.
extension Connection {
    /// - Throws: `invalid` on `target` for a list or a crash group that is not there.
    func countPushAudience(_ app: String, _ target: PushTarget, at now: Date) throws -> PushAudienceCount {
        let audience = try pushAudience(app, target, at: now)
        let parts = try all(
            "SELECT d.platform, d.channel, d.environment, count(*) FROM \(audience.rows) GROUP BY d.platform, d.channel, d.environment"
        ) { PushAudienceCount.Part(platform: try $0[0], channel: try $0[1], environment: try $0[2], devices: try $0[3]) }
        let users: Int = try value("SELECT count(DISTINCT d.user_id) FROM \(audience.rows) AND d.user_id <> ''") ?? 0
        let devices = parts.reduce(0) { $0 + $1.devices }
        return PushAudienceCount(parts, users: users, withoutToken: try countUnreached(app, target, users: users, devices: devices))
    }

    /// Of those that a target names, how many have no bound device: what is left when those that are reached are taken away.
    private func countUnreached(_ app: String, _ target: PushTarget, users: Int, devices: Int) throws -> Int {
        switch target.kind {
        case .users: return (target.users ?? []).count - users
        case .devices: return (target.devices ?? []).count - devices
        case .list:
            let list = try pushList(app, target)
            return list.entries - (list.kind == .users ? users : devices)
        case .all, .segment, nil: return 0
        }
    }

    /// Writes down the audience of a message as it is now: a delivery for each bound device, with what a list says of it. A device that is there
    /// already stays as it is.
    /// - Returns: how many deliveries were made.
    /// - Throws: as `countPushAudience`.
    func freezePushAudience(_ app: String, _ message: PushMessage, at now: Date) throws -> Int {
        try freezePushAudience(app, message: message.id, message.target, at: now)
    }

    func freezePushAudience(_ app: String, message: String, _ target: PushTarget, at now: Date) throws -> Int {
        let audience = try pushAudience(app, target, at: now)
        return try run(
            """
            INSERT INTO push_delivery (app_id, message_id, device, platform, channel, environment, token, user_id, parameters,
                state, reason, not_before, attempts, lease)
            SELECT d.app_id, \(message), d.device, d.platform, d.channel, d.environment, d.token, d.user_id, \(audience.parameters),
                'held', '', 0, 0, ''
            FROM \(audience.rows)
            ON CONFLICT (app_id, message_id, device) DO NOTHING
            """
        )
    }

    private func pushAudience(_ app: String, _ target: PushTarget, at now: Date) throws -> PushAudience {
        let bound: SQL = "push_device d WHERE d.app_id = \(app) AND d.state = 'bound'"
        switch target.kind {
        case .all: return PushAudience(rows: bound)
        case .users: return PushAudience(rows: "\(bound) AND d.device IN (\(pushDevices(app, of: target.users ?? [])))")
        case .devices: return PushAudience(rows: "\(bound) AND d.device IN (\(SQL.list(target.devices ?? [])))")
        case .segment: return PushAudience(rows: "\(bound) AND \(try pushSegment(app, target.segment ?? PushSegment(), at: now))")
        case .list:
            let list = try pushList(app, target)
            return PushAudience(
                rows: """
                    push_list_entry e JOIN push_device d ON d.app_id = e.app_id AND \(list.kind.column) = e.value
                    WHERE e.app_id = \(app) AND e.list_id = \(list.id) AND d.app_id = \(app) AND d.state = 'bound'
                    """,
                parameters: "e.parameters"
            )
        case nil: throw Problem.invalid("target", "pushDevices.target.one")
        }
    }

    /// By the index of users: asked for users by themselves, SQLite would go through all devices of the app.
    private func pushDevices(_ app: String, of users: [String]) -> SQL {
        "SELECT device FROM push_device WHERE app_id = \(app) AND user_id IN (\(SQL.list(users)))"
    }

    private func pushList(_ app: String, _ target: PushTarget) throws -> PushList {
        guard let list = try pushList(app, target.list ?? "") else { throw Problem.invalid("target.list", "pushDevices.target.list.unknown") }
        return list
    }
}

/// Devices that a message is for, as the end of a statement in which each of them is the row `d`.
private struct PushAudience {
    /// Behind FROM, with a WHERE to which more may be added by AND.
    let rows: SQL
    /// What is known of each device for placeholders: a JSON object, or '' for nothing.
    var parameters: SQL = "''"
}

extension PushListKind {
    /// Of a device `d`.
    fileprivate var column: SQL {
        switch self {
        case .users: "d.user_id"
        case .devices: "d.device"
        }
    }
}
