import Foundation
import Storage
import Web

extension Connection {
    /// Last heard of first.
    /// - Parameter last: the last one already shown.
    func pushDevices(_ app: String, _ filter: PushDeviceFilter, before last: Cursor?, limit: Int) throws -> [PushDevice] {
        let rest: SQL = last.map { "(seen_at, device) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            "\(Self.pushDeviceColumns) WHERE \(filter.condition(app)) AND \(rest) ORDER BY seen_at DESC, device DESC LIMIT \(limit)",
            PushDevice.init
        )
    }

    func countPushDevices(_ app: String, _ filter: PushDeviceFilter) throws -> Int {
        try value("SELECT count(*) FROM push_device WHERE \(filter.condition(app))") ?? 0
    }

    func pushDevice(_ app: String, _ id: String) throws -> PushDevice? {
        try first("\(Self.pushDeviceColumns) WHERE app_id = \(app) AND device = \(id)", PushDevice.init)
    }

    /// BETWEEN, not `=`: SQLite's planner would go through all devices of the app in the order of their times.
    func pushDevices(_ app: String, ofUser user: String, limit: Int) throws -> [PushDevice] {
        try all(
            """
            \(Self.pushDeviceColumns) WHERE app_id = \(app) AND user_id BETWEEN \(user) AND \(user) ORDER BY seen_at DESC, device LIMIT \(limit)
            """,
            PushDevice.init
        )
    }

    private static var pushDeviceColumns: SQL {
        """
        SELECT device, platform, channel, environment, token, user_id, version, model, os_version, time_zone, language, bound_at, seen_at, state,
            reason, ended_at
        FROM push_device
        """
    }

    func pushDeviceGroups(_ app: String) throws -> [PushDeviceGroup] {
        try all(
            """
            SELECT state, reason, platform, count(*), count(CASE WHEN user_id <> '' THEN 1 END) FROM push_device
            WHERE app_id = \(app) GROUP BY state, reason, platform
            """
        ) { PushDeviceGroup(state: try $0[0], reason: try $0[1], platform: try $0[2], devices: try $0[3], withUser: try $0[4]) }
    }

    /// Messages for one device, newest first. BETWEEN as above: `=` reads all audiences of the app.
    func pushDeliveries(_ app: String, device: String, limit: Int) throws -> [PushDeviceDelivery] {
        try all(
            """
            SELECT message.id, message.name, message.title, delivery.state, delivery.reason, delivery.answered_at, delivery.arrived_at,
                delivery.opened_at, delivery.ignored_at
            FROM push_delivery delivery JOIN push_message message ON message.app_id = delivery.app_id AND message.id = delivery.message_id
            WHERE delivery.app_id = \(app) AND delivery.device BETWEEN \(device) AND \(device)
            ORDER BY message.created_at DESC, message.id DESC LIMIT \(limit)
            """
        ) { row in
            PushDeviceDelivery(
                message: try row[0],
                name: try row[1],
                title: try row[2],
                state: try row[3],
                reason: try row[4],
                answeredAt: OrNull(try row[5]),
                arrivedAt: OrNull(try row[6]),
                openedAt: OrNull(try row[7]),
                ignoredAt: OrNull(try row[8])
            )
        }
    }
}

extension PushDeviceFilter {
    fileprivate func condition(_ app: String) -> SQL {
        var conditions: [SQL] = ["app_id = \(app)"]
        if let device { conditions.append(.beginning("device", with: device)) }
        if let token { conditions.append("(\(SQL.beginning("token", with: token))) OR (\(SQL.beginning("token", with: token.lowercased())))") }
        // BETWEEN as above.
        if let user { conditions.append("user_id BETWEEN \(user) AND \(user)") }
        if let version { conditions.append("version = \(version)") }
        if let platform { conditions.append("platform = \(platform)") }
        if let channel { conditions.append("channel = \(channel)") }
        if let environment { conditions.append("environment = \(environment)") }
        if let state { conditions.append("state = \(state)") }
        return .all(conditions)
    }
}

extension SQL {
    /// Of ids and tokens, which are printable ASCII. Not LIKE: SQLite's does not tell capitals from small letters, and ids are full of `_`.
    fileprivate static func beginning(_ column: SQL, with prefix: String) -> SQL {
        "\(column) >= \(prefix) AND \(column) < \(prefix + "\u{7F}")"
    }
}

extension PushDevice {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["device"],
            platform: try row["platform"],
            channel: try row["channel"],
            environment: try row["environment"],
            token: try row["token"],
            user: try row["user_id"],
            version: try row["version"],
            model: try row["model"],
            osVersion: try row["os_version"],
            timeZone: try row["time_zone"],
            language: try row["language"],
            boundAt: try row["bound_at"],
            seenAt: try row["seen_at"],
            state: try row["state"],
            reason: try row["reason"],
            endedAt: try row["ended_at"]
        )
    }
}
