import Formats
import Storage

extension Connection {
    /// Apps with reports to read.
    func appsWithUnreadCrashes() throws -> [String] {
        try all("SELECT app_id FROM crash_unread WHERE again = 0 UNION SELECT app_id FROM crash_unread WHERE again = 1") { try $0[0] }
    }

    /// Some reports to read, new ones first.
    /// - Parameter weight: bytes of reports after which no further one is taken.
    func unreadCrashes(_ app: String, limit: Int, weight: Int) throws -> CrashUnreadBatch {
        let places = try unreadPlaces(app, isAgain: false, limit: limit) + unreadPlaces(app, isAgain: true, limit: limit)
        var batch = CrashUnreadBatch()
        var left = weight
        for place in places.prefix(limit) where left > 0 {
            if let row = try unreadCrash(app, place) {
                batch.rows.append(row)
                left -= row.report.count
            } else {
                batch.gone.append(place.id)
            }
        }
        return batch
    }

    private func unreadPlaces(_ app: String, isAgain: Bool, limit: Int) throws -> [CrashUnreadPlace] {
        try all("SELECT crash_id FROM crash_unread WHERE again = \(isAgain) AND app_id = \(app) ORDER BY crash_id LIMIT \(limit)") {
            CrashUnreadPlace(id: try $0[0], isAgain: isAgain)
        }
    }

    private func unreadCrash(_ app: String, _ place: CrashUnreadPlace) throws -> CrashUnread? {
        try first(
            """
            SELECT platform, time, version, device, user_id, handled, foreground, model, os_version, channel, network, hotpatch, page, report
            FROM crash WHERE app_id = \(app) AND id = \(place.id)
            """
        ) { try CrashUnread(place, $0) }
    }

    /// Reports by id, as if they were unread.
    func crashesToRead(_ app: String, _ ids: [String]) throws -> [CrashUnread] {
        try ids.compactMap { try unreadCrash(app, CrashUnreadPlace(id: $0, isAgain: true)) }
    }

    func deleteUnreadCrashes(_ app: String, _ ids: [String]) throws {
        guard !ids.isEmpty else { return }
        try run("DELETE FROM crash_unread WHERE app_id = \(app) AND crash_id IN (\(SQL.list(ids)))")
    }

    // MARK: reading again

    /// Has the reports read again that wait for one of these ids.
    func readCrashesAgain(_ app: String, waitingFor ids: [String]) throws {
        for start in stride(from: 0, to: ids.count, by: 500) {
            let some = SQL.list(Array(ids[start..<min(start + 500, ids.count)]))
            try run(
                """
                INSERT INTO crash_unread (app_id, crash_id, again)
                SELECT DISTINCT app_id, crash_id, 1 FROM crash_want WHERE app_id = \(app) AND debug_id IN (\(some)) ON CONFLICT DO NOTHING
                """
            )
        }
    }

    /// Has the newest reports of a fingerprint, or of all, read again.
    func readCrashesAgain(_ app: String, grouping: Int? = nil, fingerprint: String? = nil, limit: Int) throws {
        let condition: SQL = fingerprint.flatMap { text in grouping.map { "grouping = \($0) AND fingerprint = \(text)" } } ?? "1 = 1"
        try run(
            """
            INSERT INTO crash_unread (app_id, crash_id, again)
            SELECT app_id, crash_id, 1 FROM crash_analysis WHERE app_id = \(app) AND \(condition)
            ORDER BY time DESC LIMIT \(limit) ON CONFLICT DO NOTHING
            """
        )
    }

    func countUnreadCrashes(_ app: String) throws -> Int {
        try value("SELECT count(*) FROM crash_unread WHERE app_id = \(app)") ?? 0
    }
}

/// Reports to read, and ids of those that went before anybody read them.
struct CrashUnreadBatch: Sendable {
    var rows: [CrashUnread] = []
    var gone: [String] = []

    var isEmpty: Bool { rows.isEmpty && gone.isEmpty }
}

private struct CrashUnreadPlace {
    let id: String
    let isAgain: Bool
}

extension CrashUnread {
    fileprivate init(_ place: CrashUnreadPlace, _ row: Row) throws {
        (id, isAgain) = (place.id, place.isAgain)
        platform = try row["platform"]
        time = try row["time"]
        version = try row["version"]
        device = try row["device"]
        user = try row["user_id"]
        isHandled = try row["handled"]
        let isForeground: Bool? = try row["foreground"]
        facets = [
            .version: version, .model: try row["model"], .os: try row["os_version"], .channel: try row["channel"],
            .network: try row["network"], .hotpatch: try row["hotpatch"], .page: try row["page"],
            .state: isForeground.map { $0 ? "foreground" : "background" } ?? "",
        ]
        report = try row["report"]
    }
}
