import Formats
import Foundation
import Signing
import Storage

extension Connection {
    // MARK: reports

    /// By id, of those that were read.
    func crashAnalyses(_ app: String, _ ids: [String]) throws -> [String: CrashAnalysis] {
        var found: [String: CrashAnalysis] = [:]
        for start in stride(from: 0, to: ids.count, by: 500) {
            let some = SQL.list(Array(ids[start..<min(start + 500, ids.count)]))
            let rows = try all(
                """
                SELECT crash_id, CASE WHEN crash_group.merged_into = '' THEN crash_group.id ELSE crash_group.merged_into END, grouping, fingerprint, waits
                FROM crash_analysis JOIN crash_group ON crash_group.app_id = crash_analysis.app_id AND crash_group.id = crash_analysis.group_id
                WHERE crash_analysis.app_id = \(app) AND crash_id IN (\(some))
                """
            ) { row in
                (try row[0] as String, CrashAnalysis(group: try row[1], grouping: try row[2], fingerprint: try row[3], waits: try row[4]))
            }
            found.merge(rows) { first, _ in first }
        }
        return found
    }

    func saveCrashAnalyses(_ app: String, _ placed: [CrashPlaced], _ grouping: CrashGrouping.Version) throws {
        let rows = placed.map { one -> [SQLValue] in
            [
                .text(app), .text(one.finding.row.id), .text(one.place.group), .integer(grouping.rawValue), .text(one.place.fingerprint),
                .text(one.finding.format.rawValue), .integer(one.finding.row.time), .integer(one.finding.wanted.isEmpty ? 0 : 1),
            ]
        }
        try add(rows, to: CrashTables.analysis)
    }

    func deleteCrashWants(_ app: String, _ crashes: [String]) throws {
        guard !crashes.isEmpty else { return }
        try run("DELETE FROM crash_want WHERE app_id = \(app) AND crash_id IN (\(SQL.list(crashes)))")
    }

    /// - Parameter waiting: ids that nobody brought.
    func insertCrashWants(_ app: String, _ placed: [CrashPlaced], _ waiting: Set<String>) throws {
        var rows: Set<[String]> = []
        for one in placed {
            for id in one.finding.wanted.compactMap(\.id) where waiting.contains(id) { rows.insert([id, one.finding.row.id]) }
        }
        try add(rows.map { [.text(app), .text($0[0]), .text($0[1])] }, to: CrashTables.want)
    }

    func readCrashesAgain(_ app: String, _ ids: [String]) throws {
        for id in ids { try run("INSERT INTO crash_unread (app_id, crash_id, again) VALUES (\(app), \(id), 1) ON CONFLICT DO NOTHING") }
    }

    // MARK: keys

    func crashKeys(_ app: String, _ fingerprints: [String]) throws -> [CrashKeyName: CrashKeyRow] {
        var found: [CrashKeyName: CrashKeyRow] = [:]
        for start in stride(from: 0, to: fingerprints.count, by: 500) {
            let some = SQL.list(Array(fingerprints[start..<min(start + 500, fingerprints.count)]))
            let rows = try all(
                """
                SELECT platform, grouping, fingerprint, group_id, by_message, successor FROM crash_key
                WHERE app_id = \(app) AND fingerprint IN (\(some))
                """
            ) { row in
                (
                    CrashKeyName(platform: try row[0], grouping: try row[1], fingerprint: try row[2]),
                    CrashKeyRow(group: try row[3], isByMessage: try row[4], successor: try row[5])
                )
            }
            found.merge(rows) { first, _ in first }
        }
        return found
    }

    func insertCrashKey(_ app: String, _ name: CrashKeyName, group: String, _ key: CrashKey, at time: Date) throws {
        try run(
            """
            INSERT INTO crash_key (app_id, platform, grouping, fingerprint, group_id, title, culprit, created_at)
            VALUES (\(app), \(name.platform), \(name.grouping), \(name.fingerprint), \(group), \(key.title), \(key.culprit), \(time))
            """
        )
    }

    func setCrashKeySuccessor(_ app: String, _ name: CrashKeyName, _ successor: String) throws {
        try run(
            """
            UPDATE crash_key SET successor = \(successor)
            WHERE app_id = \(app) AND platform = \(name.platform) AND grouping = \(name.grouping) AND fingerprint = \(name.fingerprint)
            """
        )
    }

    // MARK: groups

    func insertCrashGroup(_ app: String, _ id: String, _ finding: CrashFinding, at time: Date) throws {
        let (row, key) = (finding.row, finding.key)
        try run(
            """
            INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version, last_version,
                reports, devices, users, created_at)
            VALUES (\(app), \(id), \(row.platform), \(key.title), \(key.culprit), \(key.type), \(row.isHandled), \(CrashGroupState.open.rawValue),
                \(row.time), \(row.time), \(row.version), \(row.version), 0, 0, 0, \(time))
            """
        )
    }

    func renameCrashGroup(_ app: String, _ id: String, _ key: CrashKey) throws {
        try run(
            "UPDATE crash_group SET title = \(key.title), culprit = \(key.culprit), type = \(key.type) WHERE app_id = \(app) AND id = \(id)"
        )
    }

    func crashGroupFacts(_ app: String, _ ids: [String]) throws -> [CrashGroupFacts] {
        try all(
            """
            SELECT id, handled, state, resolved_in, resolved_at, first_time, last_time, first_version, last_version FROM crash_group
            WHERE app_id = \(app) AND id IN (\(SQL.list(ids)))
            """
        ) { row in
            CrashGroupFacts(
                id: try row[0],
                isResolved: try row[2] as String == CrashGroupState.resolved.rawValue,
                resolvedIn: try row[3],
                resolvedAt: try row[4],
                isHandled: try row[1],
                firstTime: try row[5],
                lastTime: try row[6],
                firstVersion: try row[7],
                lastVersion: try row[8]
            )
        }
    }

    func setCrashGroupFacts(_ app: String, _ facts: CrashGroupFacts) throws {
        try run(
            """
            UPDATE crash_group SET handled = \(facts.isHandled), first_time = \(facts.firstTime), last_time = \(facts.lastTime),
                first_version = \(facts.firstVersion), last_version = \(facts.lastVersion)
            WHERE app_id = \(app) AND id = \(facts.id)
            """
        )
    }

    func reopenCrashGroup(_ app: String, _ id: String, version: String, at time: Date) throws {
        try run(
            """
            UPDATE crash_group SET state = \(CrashGroupState.open.rawValue), regressed_at = \(time), regressed_in = \(version), resolved_at = NULL,
                resolved_in = ''
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    /// Those without reports that lead nowhere yet.
    func emptyCrashGroups(_ app: String, _ ids: [String]) throws -> [String] {
        try all("SELECT id FROM crash_group WHERE app_id = \(app) AND id IN (\(SQL.list(ids))) AND reports <= 0 AND merged_into = '' ORDER BY id") {
            try $0[0]
        }
    }

    /// Whatever led to one group leads to another from now on.
    func leadCrashGroup(_ app: String, from group: String, to target: String) throws {
        try run("UPDATE crash_key SET group_id = \(target) WHERE app_id = \(app) AND group_id = \(group)")
        try run("UPDATE crash_group SET merged_into = \(target) WHERE app_id = \(app) AND (id = \(group) OR merged_into = \(group))")
    }

    /// Values of each facet that a group has by now.
    func crashFacetCounts(_ app: String, _ groups: [String]) throws -> [CrashFacetPlace: Set<String>] {
        let rows = try all("SELECT group_id, facet, value FROM crash_group_facet WHERE app_id = \(app) AND group_id IN (\(SQL.list(groups)))") {
            (try $0[0] as String, try $0[1] as String, try $0[2] as String)
        }
        var found: [CrashFacetPlace: Set<String>] = [:]
        for (group, facet, value) in rows {
            guard let facet = CrashFacet(rawValue: facet) else { continue }
            found[CrashFacetPlace(group: group, facet: facet), default: []].insert(value)
        }
        return found
    }

    // MARK: what happened

    /// - Parameter author: nil for the console itself.
    func insertCrashNote(_ app: String, _ group: String, _ kind: CrashNoteKind, _ text: String, by author: Actor?, at time: Date) throws {
        // Ascending, as several may be of one millisecond.
        let before: Int = try value("SELECT count(*) FROM crash_note WHERE app_id = \(app) AND group_id = \(group)") ?? 0
        let id = String(1_000_000 + before) + "-" + Random.hex(4)
        try run(
            """
            INSERT INTO crash_note (app_id, group_id, id, at, author, author_name, kind, text)
            VALUES (\(app), \(group), \(id), \(time), \(author?.id ?? ""), \(author?.name ?? ""), \(kind.rawValue), \(text))
            """
        )
    }

    func insertCrashHappening(_ app: String, _ kind: CrashHappening, _ group: String, version: String, at time: Date) throws {
        let id = "\(String(time.milliseconds, radix: 16))-\(Random.hex(4))"
        try run(
            """
            INSERT INTO crash_happening (app_id, id, at, kind, group_id, version)
            VALUES (\(app), \(id), \(time), \(kind.rawValue), \(group), \(version))
            """
        )
    }
}

/// What the alerts are told of. Stored: the words do not change.
enum CrashHappening: String, Sendable {
    case new, regression
}

/// What is stored of a group that reports change.
struct CrashGroupFacts: Sendable {
    let id: String
    let isResolved: Bool
    let resolvedIn: String
    /// In ms since 1970.
    let resolvedAt: Int?
    var isHandled: Bool
    var firstTime: Int
    var lastTime: Int
    var firstVersion: String
    var lastVersion: String

    mutating func take(_ row: CrashUnread) {
        take(isHandled: row.isHandled, times: row.time...row.time, versions: [row.version])
    }

    /// All that another group was.
    mutating func take(_ other: CrashGroupFacts) {
        take(
            isHandled: other.isHandled,
            times: other.firstTime...max(other.firstTime, other.lastTime),
            versions: [other.firstVersion, other.lastVersion]
        )
    }

    private mutating func take(isHandled: Bool, times: ClosedRange<Int>, versions: [String]) {
        self.isHandled = self.isHandled && isHandled
        firstTime = min(firstTime, times.lowerBound)
        lastTime = max(lastTime, times.upperBound)
        for text in versions where !text.isEmpty {
            let version = RolloutVersion(text)
            if firstVersion.isEmpty || version < RolloutVersion(firstVersion) { firstVersion = text }
            if lastVersion.isEmpty || RolloutVersion(lastVersion) < version { lastVersion = text }
        }
    }

    /// Whether a report says that the group is back: of the version that was to be without it or a later one; where none was named, by when it happened.
    func isRegression(_ row: CrashUnread) -> Bool {
        guard isResolved else { return false }
        guard resolvedIn.isEmpty else { return !row.version.isEmpty && !(RolloutVersion(row.version) < RolloutVersion(resolvedIn)) }
        return resolvedAt.map { row.time > $0 } ?? false
    }
}
