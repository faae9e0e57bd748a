import Foundation
import Storage
import Web

extension Connection {
    /// Newest first.
    /// - Parameter last: the last one already shown.
    func crashes(_ app: String, _ filter: TelemetryCrashFilter, before last: Cursor?, limit: Int) throws -> [TelemetryCrashItem] {
        let rest: SQL = last.map { "(time, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            SELECT id, time, platform, version, device, user_id, title, culprit FROM crash WHERE \(filter.condition(app)) AND \(rest)
            ORDER BY time DESC, id DESC LIMIT \(limit)
            """
        ) { row in
            TelemetryCrashItem(
                id: try row[0],
                time: try row[1],
                platform: try row[2],
                version: try row[3],
                device: try row[4],
                user: try row[5],
                title: OrNull((try row[6] as String).orNil),
                culprit: OrNull((try row[7] as String).orNil)
            )
        }
    }

    func countCrashes(_ app: String, _ filter: TelemetryCrashFilter) throws -> Int {
        try value("SELECT count(*) FROM crash WHERE \(filter.condition(app))") ?? 0
    }

    func crash(_ app: String, _ id: String) throws -> TelemetryCrashReport? {
        try first(
            """
            SELECT id, time, platform, version, device, user_id, title, culprit, foreground, model, os_version, network, channel, hotpatch, page,
                process, thread, kind, fingerprint, length(report)
            FROM crash WHERE app_id = \(app) AND id = \(id)
            """
        ) { row in
            TelemetryCrashReport(
                id: try row[0],
                time: try row[1],
                platform: try row[2],
                version: try row[3],
                device: try row[4],
                user: try row[5],
                title: OrNull((try row[6] as String).orNil),
                culprit: OrNull((try row[7] as String).orNil),
                foreground: OrNull(try row[8]),
                model: try row[9],
                osVersion: try row[10],
                network: try row[11],
                channel: try row[12],
                hotpatch: try row[13],
                page: try row[14],
                process: try row[15],
                thread: try row[16],
                kind: try row[17],
                fingerprint: try row[18],
                size: try row[19]
            )
        }
    }

    /// The report as it was sent.
    func crashText(_ app: String, _ id: String) throws -> [UInt8]? {
        try value("SELECT report FROM crash WHERE app_id = \(app) AND id = \(id)")
    }
}

extension TelemetryCrashFilter {
    fileprivate func condition(_ app: String) -> SQL {
        var conditions: [SQL] = ["app_id = \(app)", "time >= \(from)", "time < \(to)"]
        if let platform { conditions.append("platform = \(platform)") }
        if let version { conditions.append("version = \(version)") }
        if let device { conditions.append("device = \(device)") }
        if let user { conditions.append("user_id = \(user)") }
        if let fingerprint { conditions.append("fingerprint = \(fingerprint)") }
        return .all(conditions)
    }
}
