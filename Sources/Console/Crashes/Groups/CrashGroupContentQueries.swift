import Formats
import Foundation
import Storage
import Web

/// What is in a group.
extension Connection {
    /// - Parameter hours: since 1970.
    func crashGroupHours(_ app: String, _ group: String, _ hours: Range<Int>) throws -> [(hour: Int, version: String, count: Int)] {
        try all(
            """
            SELECT hour, version, reports FROM crash_group_hour
            WHERE app_id = \(app) AND group_id = \(group) AND hour >= \(hours.lowerBound) AND hour < \(hours.upperBound) ORDER BY hour, version
            """
        ) { (try $0[0], try $0[1], try $0[2]) }
    }

    /// Reports of groups by hour, of all versions together.
    func crashGroupHours(_ app: String, _ groups: [String], _ hours: Range<Int>) throws -> [String: [Int: Int]] {
        let rows = try all(
            """
            SELECT group_id, hour, CAST(SUM(reports) AS BIGINT) FROM crash_group_hour
            WHERE app_id = \(app) AND group_id IN (\(SQL.list(groups))) AND hour >= \(hours.lowerBound) AND hour < \(hours.upperBound)
            GROUP BY group_id, hour
            """
        ) { (try $0[0] as String, (try $0[1] as Int, try $0[2] as Int)) }
        return Dictionary(grouping: rows, by: \.0).mapValues { Dictionary($0.map(\.1)) { $0 + $1 } }
    }

    func crashFacets(_ app: String, _ group: String) throws -> CrashFacets {
        let rows = try all(
            "SELECT facet, value, reports FROM crash_group_facet WHERE app_id = \(app) AND group_id = \(group) ORDER BY reports DESC, value"
        ) { (try $0[0] as String, CrashShare(value: try $0[1], count: try $0[2])) }
        var shares: [CrashFacet: [CrashShare]] = [:]
        for (facet, share) in rows { if let facet = CrashFacet(rawValue: facet) { shares[facet, default: []].append(share) } }
        return CrashFacets(shares)
    }

    /// The newest, oldest first; of what was merged into it too.
    func crashNotes(_ app: String, _ group: String, limit: Int) throws -> [CrashNote] {
        try all(
            """
            SELECT id, at, author, author_name, kind, text FROM crash_note
            WHERE app_id = \(app)
                AND group_id IN (SELECT id FROM crash_group WHERE app_id = \(app) AND (id = \(group) OR merged_into = \(group)))
            ORDER BY at DESC, id DESC LIMIT \(limit)
            """
        ) { row in
            CrashNote(
                id: try row[0],
                at: try row[1],
                author: OrNull((try row[2] as String).orNil),
                authorName: OrNull((try row[3] as String).orNil),
                kind: CrashNoteKind(rawValue: try row[4]) ?? .comment,
                text: try row[5]
            )
        }.reversed()
    }

    /// Oldest first.
    func crashKeys(of group: String, _ app: String) throws -> [CrashKeyBody] {
        try all(
            """
            SELECT fingerprint, grouping, title, culprit, by_message,
                (SELECT count(*) FROM crash_analysis WHERE crash_analysis.app_id = crash_key.app_id AND crash_analysis.grouping = crash_key.grouping
                    AND crash_analysis.fingerprint = crash_key.fingerprint)
            FROM crash_key WHERE app_id = \(app) AND group_id = \(group) ORDER BY created_at, fingerprint LIMIT 200
            """
        ) { row in
            CrashKeyBody(
                fingerprint: try row[0],
                version: try row[1],
                title: OrNull((try row[2] as String).orNil),
                culprit: OrNull((try row[3] as String).orNil),
                byMessage: try row[4],
                reports: try row[5]
            )
        }
    }

    func crashDevices(_ app: String, _ group: String, limit: Int) throws -> [CrashShare] {
        try all(
            """
            SELECT device, reports FROM crash_group_device WHERE app_id = \(app) AND group_id = \(group)
            ORDER BY reports DESC, device LIMIT \(limit)
            """
        ) { CrashShare(value: try $0[0], count: try $0[1]) }
    }

    func crashUsers(_ app: String, _ group: String, limit: Int) throws -> [CrashShare] {
        try all(
            """
            SELECT user_id, reports FROM crash_group_user WHERE app_id = \(app) AND group_id = \(group)
            ORDER BY reports DESC, user_id LIMIT \(limit)
            """
        ) { CrashShare(value: try $0[0], count: try $0[1]) }
    }

    /// Devices that reported a group for the first time since a time, by id, each with when that was: in ms since 1970, by its own clock.
    func crashGroupFirsts(_ app: String, _ group: String, since start: Int, limit: Int) throws -> [(device: String, at: Int)] {
        try all(
            """
            SELECT device, first_time FROM crash_group_device WHERE app_id = \(app) AND group_id = \(group) AND first_time >= \(start)
            ORDER BY device LIMIT \(limit)
            """
        ) { (device: try $0[0], at: try $0[1]) }
    }

    /// The devices that reported a group's crashes, as a statement of one column, for other rooms' statements: it may be 100,000 of them.
    /// - Returns: nil when there is no such group. One that was merged is the one that has its reports.
    func devicesOfCrashGroup(_ app: String, _ id: String) throws -> SQL? {
        guard let group = try crashGroup(app, id) else { return nil }
        return "SELECT device FROM crash_group_device WHERE app_id = \(app) AND group_id = \(group.id) AND device <> ''"
    }
}
