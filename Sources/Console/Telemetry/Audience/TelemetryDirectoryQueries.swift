import Foundation
import Storage
import Web

/// All of them follow an index: the key (app, platform, device), (app, last time), or (app, user, last time).
extension Connection {
    /// In the order of the search.
    func deviceFacts(_ app: String, _ search: TelemetryDeviceSearch, after last: Cursor?, limit: Int) throws -> [TelemetryDeviceFacts] {
        if !search.beginning.isEmpty { return try beginningDevices(app, search, after: last, limit: limit) }
        if search.user.isEmpty { return try latestDevices(app, search, after: last, limit: limit) }
        return try all(
            """
            \(Self.factColumns) WHERE \(search.condition(app)) AND \(search.rest(last)) ORDER BY last_time DESC, device DESC LIMIT \(limit)
            """,
            TelemetryDeviceFacts.init
        )
    }

    /// The keys first, which the index of times has by itself: to find none of a rare platform among 300,000 devices takes 29 ms instead of 1.2 s.
    private func latestDevices(_ app: String, _ search: TelemetryDeviceSearch, after last: Cursor?, limit: Int) throws -> [TelemetryDeviceFacts] {
        let order: SQL = "last_time DESC, platform DESC, device DESC"
        let keys: SQL =
            "SELECT platform AS p, device AS d FROM device WHERE \(search.condition(app)) AND \(search.rest(last)) ORDER BY \(order) LIMIT \(limit)"
        return try all(
            """
            \(Self.factColumns) JOIN (\(keys)) latest ON device.platform = latest.p AND device.device = latest.d
            WHERE device.app_id = \(app) ORDER BY \(order)
            """,
            TelemetryDeviceFacts.init
        )
    }

    func countDeviceFacts(_ app: String, _ search: TelemetryDeviceSearch) throws -> Int {
        try value("SELECT count(*) FROM device WHERE \(search.condition(app))") ?? 0
    }

    /// Each platform by itself, as the key has them in order only there.
    private func beginningDevices(
        _ app: String,
        _ search: TelemetryDeviceSearch,
        after last: Cursor?,
        limit: Int
    ) throws -> [TelemetryDeviceFacts] {
        let found = try (search.platform.map { [$0] } ?? Platform.allCases).flatMap { platform in
            let one = TelemetryDeviceSearch(beginning: search.beginning, platform: platform)
            // Of two with one name, on two platforms, the one of the lower rank comes first.
            let rest: SQL = last.map { platform.rank > $0.number ? "device >= \($0.id)" : "device > \($0.id)" } ?? "1 = 1"
            return try all("\(Self.factColumns) WHERE \(one.condition(app)) AND \(rest) ORDER BY device LIMIT \(limit)", TelemetryDeviceFacts.init)
        }
        return Array(
            found.sorted { left, right in
                // By bytes, as the database compares.
                if left.device.utf8.elementsEqual(right.device.utf8) { return left.platform.rank < right.platform.rank }
                return left.device.utf8.lexicographicallyPrecedes(right.device.utf8)
            }.prefix(limit)
        )
    }

    /// The last heard of first.
    func deviceFacts(_ app: String, device: String) throws -> [TelemetryDeviceFacts] {
        try all(
            """
            \(Self.factColumns) WHERE app_id = \(app) AND platform IN (\(SQL.list(Platform.allCases))) AND device = \(device)
            ORDER BY last_time DESC, platform
            """,
            TelemetryDeviceFacts.init
        )
    }

    private static var factColumns: SQL {
        "SELECT device, platform, user_id, version, model, os_version, channel, first_day, last_time FROM device"
    }

    func userFacts(_ app: String, beginning: String, limit: Int) throws -> [TelemetryUserFacts] {
        try all(
            """
            SELECT user_id, count(*), max(last_time) FROM device
            WHERE app_id = \(app) AND user_id >= \(beginning) AND user_id < \(beginning + SQL.last) GROUP BY user_id ORDER BY user_id LIMIT \(limit)
            """
        ) { TelemetryUserFacts(userId: try $0[0], devices: try $0[1], seenAt: try $0[2]) }
    }

    // MARK: days

    /// Versions by day, of the days on which it was there.
    func deviceDays(_ app: String, _ platform: Platform, _ device: String, days: [Int]) throws -> [Int: [String]] {
        try all(
            """
            SELECT day, version FROM device_day
            WHERE app_id = \(app) AND day IN (\(SQL.list(days))) AND platform = \(platform) AND device = \(device) ORDER BY day, version
            """
        ) { (day: try $0[0] as Int, version: try $0[1] as String) }
        .reduce(into: [:]) { found, row in
            // The row without a version stands for whatever versions it ran.
            found[row.day, default: []] += row.version.isEmpty ? [] : [row.version]
        }
    }

    /// By day, whether a session crashed; without the days on which it told of none.
    func deviceSessions(_ app: String, _ platform: Platform, _ device: String, days: [Int: [String]]) throws -> [Int: Bool] {
        guard !days.isEmpty else { return [:] }
        let versions = Set(days.values.joined()).union([""]).sorted()
        return try all(
            """
            SELECT day, max(crashed) FROM session_device_day
            WHERE app_id = \(app) AND day IN (\(SQL.list(days.keys.sorted()))) AND platform = \(platform) AND version IN (\(SQL.list(versions)))
                AND device = \(device)
            GROUP BY day
            """
        ) { (day: try $0[0] as Int, crashed: try $0[1] as Int) }
        .reduce(into: [:]) { $0[$1.day] = $1.crashed > 0 }
    }
}

extension SQL {
    /// Behind every text that begins alike: the last character there is. Not LIKE: SQLite's does not tell capitals from small letters.
    static let last = "\u{10FFFF}"
}

extension TelemetryDeviceSearch {
    fileprivate func condition(_ app: String) -> SQL {
        var conditions: [SQL] = ["app_id = \(app)"]
        if let platform { conditions.append("platform = \(platform)") }
        if !beginning.isEmpty {
            // The key has the platform before the device.
            if platform == nil { conditions.append("platform IN (\(SQL.list(Platform.allCases)))") }
            conditions.append("device >= \(beginning) AND device < \(beginning + SQL.last)")
        }
        if !user.isEmpty { conditions.append("user_id = \(user)") }
        return .all(conditions)
    }

    /// - Parameter last: the last one already shown, of a search without a beginning.
    fileprivate func rest(_ last: Cursor?) -> SQL {
        guard let last else { return "1 = 1" }
        if !user.isEmpty { return "(last_time, device) < (\(last.number), \(last.id))" }
        let halves = last.id.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return "(last_time, platform, device) < (\(last.number), \(halves[0]), \(halves.count > 1 ? halves[1] : ""))"
    }
}

extension TelemetryDeviceFacts {
    fileprivate init(_ row: Row) throws {
        self.init(
            device: try row[0],
            platform: try row[1],
            userId: try row[2],
            version: try row[3],
            mobileModel: try row[4],
            osVersion: try row[5],
            channel: try row[6],
            firstDay: TelemetryDirectory.text(day: try row[7]),
            seenAt: try row[8]
        )
    }
}
