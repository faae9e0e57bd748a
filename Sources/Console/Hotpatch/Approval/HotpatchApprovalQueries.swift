import Foundation
import Storage
import Web

extension Connection {
    /// Off where nobody said otherwise.
    func hotpatchApprovalOption(_ app: String) throws -> HotpatchApprovalOption {
        try first("SELECT approval, from_buckets FROM hotpatch_option WHERE app_id = \(app)") {
            HotpatchApprovalOption(approval: try $0[0], percentage: Double(try $0[1] as Int) / 100)
        } ?? .off
    }

    func setHotpatchApprovalOption(_ option: HotpatchApprovalOption, _ app: String) throws {
        try run(
            """
            INSERT INTO hotpatch_option (app_id, approval, from_buckets) VALUES (\(app), \(option.approval), \(option.percentage.hotpatchBuckets))
            ON CONFLICT (app_id) DO UPDATE SET approval = excluded.approval, from_buckets = excluded.from_buckets
            """
        )
    }

    func insertHotpatchApproval(
        _ kind: HotpatchApproval.Kind,
        _ percentage: Double,
        _ hotpatch: Hotpatch,
        at now: Date,
        by actor: Actor,
        _ person: String
    ) throws {
        let (app, id) = (hotpatch.app, hotpatch.id)
        let last = try value("SELECT coalesce(max(number), 0) FROM hotpatch_approval WHERE app_id = \(app) AND release_id = \(id)", as: Int.self) ?? 0
        try run(
            """
            INSERT INTO hotpatch_approval (app_id, release_id, number, kind, buckets, revision, state, asked_at, asked_id, asked_by, decided_by, reason)
            VALUES (\(app), \(id), \(last + 1), \(kind), \(percentage.hotpatchBuckets), \(hotpatch.revision), 'asked', \(now), \(person), \(actor.name),
                '', '')
            """
        )
    }

    func decideHotpatchApproval(
        _ state: HotpatchApproval.State,
        _ reason: String,
        _ number: Int,
        _ app: String,
        _ id: String,
        at now: Date,
        by name: String
    ) throws {
        try run(
            """
            UPDATE hotpatch_approval SET state = \(state), decided_at = \(now), decided_by = \(name), reason = \(reason)
            WHERE app_id = \(app) AND release_id = \(id) AND number = \(number)
            """
        )
    }

    /// Newest first.
    func hotpatchApprovals(_ app: String, _ id: String, limit: Int) throws -> [HotpatchApproval] {
        try all(
            """
            SELECT number, kind, buckets, revision, state, asked_at, asked_by, decided_at, decided_by, reason FROM hotpatch_approval
            WHERE app_id = \(app) AND release_id = \(id) ORDER BY number DESC LIMIT \(limit)
            """,
            HotpatchApproval.init
        )
    }

    func openHotpatchApproval(_ app: String, _ id: String) throws -> HotpatchApproval? {
        try first(
            """
            SELECT number, kind, buckets, revision, state, asked_at, asked_by, decided_at, decided_by, reason FROM hotpatch_approval
            WHERE app_id = \(app) AND release_id = \(id) AND state = 'asked'
            """,
            HotpatchApproval.init
        )
    }

    /// Id of the account that asked.
    func hotpatchAsker(_ app: String, _ id: String, _ number: Int) throws -> String? {
        try value("SELECT asked_id FROM hotpatch_approval WHERE app_id = \(app) AND release_id = \(id) AND number = \(number)")
    }
}

extension HotpatchApproval {
    fileprivate init(_ row: Row) throws {
        self.init(
            number: try row[0],
            kind: try row[1],
            percentage: Double(try row[2] as Int) / 100,
            revision: try row[3],
            state: try row[4],
            askedAt: try row[5],
            askedBy: try row[6],
            decidedAt: OrNull(try row[7] as Date?),
            decidedBy: try row[8],
            reason: try row[9]
        )
    }
}
