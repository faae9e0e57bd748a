import Formats
import Foundation
import Storage
import Web

extension Connection {
    /// In the filter's order.
    /// - Parameter last: the last one already shown.
    func crashGroups(_ app: String, _ filter: CrashGroupFilter, after last: Cursor?, limit: Int) throws -> [CrashGroup] {
        let column = filter.sort.column
        let rest: SQL = last.map { "(\(column), id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        let rows = try all(
            "\(Self.crashGroupColumns) WHERE \(filter.condition(app)) AND \(rest) ORDER BY \(column) DESC, id DESC LIMIT \(limit)",
            CrashGroupRow.init
        )
        let versions = try crashVersions(app, rows.map(\.id))
        return rows.map { CrashGroup($0, versions: versions[$0.id] ?? []) }
    }

    func countCrashGroups(_ app: String, _ filter: CrashGroupFilter) throws -> Int {
        try value("SELECT count(*) FROM crash_group WHERE \(filter.condition(app))") ?? 0
    }

    /// One that was merged is the one that has its reports.
    func crashGroup(_ app: String, _ id: String) throws -> CrashGroup? {
        let into = try value("SELECT merged_into FROM crash_group WHERE app_id = \(app) AND id = \(id)", as: String.self)
        let id = into?.orNil ?? id
        guard let row = try first("\(Self.crashGroupColumns) WHERE app_id = \(app) AND id = \(id)", CrashGroupRow.init) else { return nil }
        return CrashGroup(row, versions: try crashVersions(app, [id])[id] ?? [])
    }

    private func crashVersions(_ app: String, _ groups: [String]) throws -> [String: [String]] {
        let rows = try all(
            """
            SELECT group_id, value FROM crash_group_facet
            WHERE app_id = \(app) AND group_id IN (\(SQL.list(groups))) AND facet = \(CrashFacet.version.rawValue) AND value <> ''
            """
        ) { (try $0[0] as String, try $0[1] as String) }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1).sorted { RolloutVersion($0) < RolloutVersion($1) } }
    }

    fileprivate static var crashGroupColumns: SQL {
        """
        SELECT id, platform, title, culprit, type, handled, state, resolved_in, resolved_at, regressed_at, regressed_in, assignee, reports, devices,
            users, first_time, last_time, first_version, last_version
        FROM crash_group
        """
    }

    /// All that is made of an app's reports; the reports are the ledger's.
    func deleteCrashes(_ app: String) throws {
        let tables: [SQL] = [
            "crash_unread", "crash_analysis", "crash_want", "crash_key", "crash_group_hour", "crash_group_facet", "crash_group_device",
            "crash_group_user", "crash_note", "crash_happening", "crash_group", "crash_grouping", "crash_trial",
        ]
        for table in tables { try run("DELETE FROM \(table) WHERE app_id = \(app)") }
    }

    // MARK: changes

    func setCrashGroupState(_ app: String, _ id: String, _ state: CrashGroupState, version: String, at time: Date?) throws {
        try run(
            """
            UPDATE crash_group SET state = \(state.rawValue), resolved_in = \(version), resolved_at = \(time) WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func setCrashGroupAssignee(_ app: String, _ id: String, _ account: String) throws {
        try run("UPDATE crash_group SET assignee = \(account) WHERE app_id = \(app) AND id = \(id)")
    }

    /// The counts of one group become another's.
    func pourCrashGroup(_ app: String, from group: String, into target: String) throws {
        let earlier: SQL = """
            , first_time = CASE WHEN crash_group_device.first_time IS NULL OR excluded.first_time < crash_group_device.first_time
                THEN excluded.first_time ELSE crash_group_device.first_time END
            """
        for (table, key, more, change) in [
            ("crash_group_hour", "hour, version", "", ""), ("crash_group_facet", "facet, value", "", ""),
            ("crash_group_device", "device", ", first_time", earlier), ("crash_group_user", "user_id", "", ""),
        ] as [(SQL, SQL, SQL, SQL)] {
            try run(
                """
                INSERT INTO \(table) (app_id, group_id, \(key), reports\(more))
                SELECT app_id, \(target), \(key), reports\(more) FROM \(table) WHERE app_id = \(app) AND group_id = \(group)
                ON CONFLICT (app_id, group_id, \(key)) DO UPDATE SET reports = \(table).reports + excluded.reports\(change)
                """
            )
            try run("DELETE FROM \(table) WHERE app_id = \(app) AND group_id = \(group)")
        }
        try run(
            """
            UPDATE crash_group SET
                reports = reports + (SELECT reports FROM crash_group WHERE app_id = \(app) AND id = \(group)),
                devices = (SELECT count(*) FROM crash_group_device WHERE app_id = \(app) AND group_id = \(target)),
                users = (SELECT count(*) FROM crash_group_user WHERE app_id = \(app) AND group_id = \(target))
            WHERE app_id = \(app) AND id = \(target)
            """
        )
        try run("UPDATE crash_group SET reports = 0, devices = 0, users = 0 WHERE app_id = \(app) AND id = \(group)")
    }

    func moveCrashKey(_ app: String, _ name: CrashKeyName, to group: String) throws {
        try run(
            """
            UPDATE crash_key SET group_id = \(group)
            WHERE app_id = \(app) AND platform = \(name.platform) AND grouping = \(name.grouping) AND fingerprint = \(name.fingerprint)
            """
        )
    }

    func setCrashKeyByMessage(_ app: String, _ name: CrashKeyName) throws {
        try run(
            """
            UPDATE crash_key SET by_message = 1, successor = ''
            WHERE app_id = \(app) AND platform = \(name.platform) AND grouping = \(name.grouping) AND fingerprint = \(name.fingerprint)
            """
        )
    }

    /// A group that is to get the reports of a key.
    func copyCrashGroup(_ app: String, _ group: CrashGroup, as id: String, _ key: CrashKeyBody, at time: Date) throws {
        try run(
            """
            INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version, last_version,
                reports, devices, users, created_at)
            VALUES (\(app), \(id), \(group.platform), \(key.title.value ?? ""), \(key.culprit.value ?? ""), \(group.type), \(group.handled),
                \(CrashGroupState.open.rawValue), \(group.firstSeen), \(group.lastSeen), \(group.firstVersion), \(group.lastVersion), 0, 0, 0, \(time))
            """
        )
    }
}

/// A row of groups, without its versions.
struct CrashGroupRow {
    let id: String
    let platform: Platform
    let title: String
    let culprit: String
    let type: String
    let isHandled: Bool
    let state: String
    let resolvedIn: String
    let resolvedAt: Date?
    let regressedAt: Date?
    let regressedIn: String
    let assignee: String
    let reports: Int
    let devices: Int
    let users: Int
    let firstTime: Date
    let lastTime: Date
    let firstVersion: String
    let lastVersion: String

    init(_ row: Row) throws {
        (id, platform, title, culprit) = (try row[0], try row[1], try row[2], try row[3])
        (type, isHandled, state, resolvedIn) = (try row[4], try row[5], try row[6], try row[7])
        (resolvedAt, regressedAt, regressedIn, assignee) = (try row[8], try row[9], try row[10], try row[11])
        (reports, devices, users) = (try row[12], try row[13], try row[14])
        (firstTime, lastTime, firstVersion, lastVersion) = (try row[15], try row[16], try row[17], try row[18])
    }
}

extension CrashGroup {
    fileprivate init(_ row: CrashGroupRow, versions: [String]) {
        self.init(
            id: row.id,
            platform: row.platform,
            title: OrNull(row.title.orNil),
            culprit: OrNull(row.culprit.orNil),
            type: row.type,
            handled: row.isHandled,
            state: CrashGroupState(rawValue: row.state) ?? .open,
            resolvedIn: OrNull(row.resolvedIn.orNil),
            resolvedAt: OrNull(row.resolvedAt),
            regressedAt: OrNull(row.regressedAt),
            regressedIn: OrNull(row.regressedIn.orNil),
            assignee: OrNull(row.assignee.orNil),
            count: row.reports,
            devices: row.devices,
            users: row.users,
            firstSeen: row.firstTime,
            lastSeen: row.lastTime,
            firstVersion: row.firstVersion,
            lastVersion: row.lastVersion,
            versions: versions
        )
    }
}

extension CrashGroupSort {
    fileprivate var column: SQL {
        switch self {
        case .last: "last_time"
        case .first: "first_time"
        case .count: "reports"
        case .devices: "devices"
        }
    }

    func cursor(_ group: CrashGroup) -> Cursor {
        switch self {
        case .last: Cursor(group.lastSeen, group.id)
        case .first: Cursor(group.firstSeen, group.id)
        case .count: Cursor(group.count, group.id)
        case .devices: Cursor(group.devices, group.id)
        }
    }
}

extension CrashGroupFilter {
    fileprivate func condition(_ app: String) -> SQL {
        var conditions: [SQL] = ["app_id = \(app)", "merged_into = ''"]
        if let platform { conditions.append("platform = \(platform)") }
        if let state { conditions.append("state = \(state.rawValue)") }
        if let assignee { conditions.append("assignee = \(assignee)") }
        if let isHandled { conditions.append("handled = \(isHandled)") }
        if let since { conditions.append("last_time >= \(since)") }
        if let text {
            let pattern = SQL.containing(text.lowercased())
            let title: SQL = "lower(title) LIKE \(pattern) ESCAPE '\\'"
            conditions.append(
                "(\(isMasked ? .all([title, Self.isImpersonal]) : title)) OR lower(culprit) LIKE \(pattern) ESCAPE '\\' OR id = \(text.lowercased())"
            )
        }
        if let version {
            conditions.append(
                """
                id IN (SELECT group_id FROM crash_group_facet WHERE app_id = \(app) AND facet = 'version' AND value = \(version))
                """
            )
        }
        return .all(conditions)
    }

    /// Neither the sign of a mail address nor as many digits as the shortest telephone number has (`PersonalMask`).
    private static var isImpersonal: SQL {
        let rest = (0...9).reduce("title") { "replace(\($0), '\($1)', '')" }
        return SQL(trusted: "title NOT LIKE '%@%' AND length(title) - length(\(rest)) < 8")
    }
}
