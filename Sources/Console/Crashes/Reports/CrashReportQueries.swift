import Foundation
import Storage
import Web

/// Which crashes a list shows.
struct CrashReportFilter: Sendable {
    /// ms since 1970.
    var from: Int
    var to: Int
    var platform: Platform?
    var version: String?
    var device: String?
    var user: String?
    var fingerprint: String?
    var group: String?
    var handled: Bool?

    fileprivate func condition(_ app: String) -> SQL {
        var conditions: [SQL] = ["c.app_id = \(app)", "c.time >= \(from)", "c.time < \(to)"]
        if let platform { conditions.append("c.platform = \(platform)") }
        if let version { conditions.append("c.version = \(version)") }
        if let device { conditions.append("c.device = \(device)") }
        if let user { conditions.append("c.user_id = \(user)") }
        if let fingerprint { conditions.append("c.fingerprint = \(fingerprint)") }
        if let handled { conditions.append("c.handled = \(handled)") }
        // Its times stand in the analysis too, in the order of the group's index.
        // What was merged into a group keeps its rows.
        if let group {
            let groups: SQL = "SELECT id FROM crash_group WHERE app_id = \(app) AND (id = \(group) OR merged_into = \(group))"
            conditions.append("a.app_id = \(app) AND a.group_id IN (\(groups)) AND a.time >= \(from) AND a.time < \(to)")
        }
        return .all(conditions)
    }

    /// Where a report that nobody read yet is shown too, unless a group is asked for.
    fileprivate var tables: SQL {
        group == nil
            ? "crash c LEFT JOIN crash_analysis a ON a.app_id = c.app_id AND a.crash_id = c.id"
            : "crash_analysis a JOIN crash c ON c.app_id = a.app_id AND c.id = a.crash_id"
    }

    fileprivate var order: (time: SQL, id: SQL) { group == nil ? ("c.time", "c.id") : ("a.time", "a.crash_id") }
}

extension Connection {
    /// Newest first.
    /// - Parameter last: the last one already shown.
    func crashReports(_ app: String, _ filter: CrashReportFilter, before last: Cursor?, limit: Int) throws -> [CrashReportItem] {
        let (time, id) = filter.order
        let rest: SQL = last.map { "(\(time), \(id)) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            \(Self.itemColumns) FROM \(filter.tables) WHERE \(filter.condition(app)) AND \(rest) ORDER BY \(time) DESC, \(id) DESC LIMIT \(limit)
            """,
            CrashReportItem.init
        )
    }

    /// Those of these ids that are kept, newest first.
    func crashReports(_ app: String, ids: [String]) throws -> [CrashReportItem] {
        try all(
            """
            \(Self.itemColumns) FROM crash c LEFT JOIN crash_analysis a ON a.app_id = c.app_id AND a.crash_id = c.id
            WHERE c.app_id = \(app) AND c.id IN (\(SQL.list(ids))) ORDER BY c.time DESC, c.id DESC
            """,
            CrashReportItem.init
        )
    }

    private static var itemColumns: SQL {
        "SELECT c.id, c.time, c.platform, c.version, c.device, c.user_id, c.title, c.culprit, a.group_id, c.handled, c.model, c.os_version"
    }

    func countCrashReports(_ app: String, _ filter: CrashReportFilter) throws -> Int {
        try value("SELECT count(*) FROM \(filter.tables) WHERE \(filter.condition(app))") ?? 0
    }

    func crashReport(_ app: String, _ id: String) throws -> CrashReportBody? {
        try first(
            """
            SELECT c.id, c.time, c.platform, c.version, c.device, c.user_id, c.title, c.culprit, a.group_id, c.handled, c.session, a.format,
                c.foreground, c.model, c.os_version, c.network, c.channel, c.hotpatch, c.page, c.process, c.thread, c.kind, c.fingerprint,
                length(c.report) AS size
            FROM crash c LEFT JOIN crash_analysis a ON a.app_id = c.app_id AND a.crash_id = c.id
            WHERE c.app_id = \(app) AND c.id = \(id)
            """,
            CrashReportBody.init
        )
    }

    /// The report as it was sent.
    func crashReportBytes(_ app: String, _ id: String) throws -> [UInt8]? {
        try value("SELECT report FROM crash WHERE app_id = \(app) AND id = \(id)")
    }
}

extension CrashReportItem {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row[0],
            time: try row[1],
            platform: try row[2],
            version: try row[3],
            device: try row[4],
            user: try row[5],
            title: OrNull((try row[6] as String).orNil),
            culprit: OrNull((try row[7] as String).orNil),
            group: OrNull(try row[8]),
            handled: try row[9],
            model: try row[10],
            osVersion: try row[11]
        )
    }
}

extension CrashReportBody {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            time: try row["time"],
            platform: try row["platform"],
            version: try row["version"],
            device: try row["device"],
            user: try row["user_id"],
            title: OrNull((try row["title"] as String).orNil),
            culprit: OrNull((try row["culprit"] as String).orNil),
            group: OrNull(try row["group_id"]),
            handled: try row["handled"],
            session: try row["session"],
            format: OrNull(try row["format"]),
            foreground: OrNull(try row["foreground"]),
            model: try row["model"],
            osVersion: try row["os_version"],
            network: try row["network"],
            channel: try row["channel"],
            hotpatch: try row["hotpatch"],
            page: try row["page"],
            process: try row["process"],
            thread: try row["thread"],
            kind: try row["kind"],
            fingerprint: try row["fingerprint"],
            size: try row["size"]
        )
    }
}
