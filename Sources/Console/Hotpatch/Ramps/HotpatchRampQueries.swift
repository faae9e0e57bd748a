import Foundation
import Storage
import Web

extension Connection {
    /// In order of their making.
    func hotpatchRamps(_ app: String) throws -> [HotpatchRamp] {
        try all("\(Self.rampColumns) WHERE app_id = \(app) ORDER BY created_at, id", HotpatchRamp.init)
    }

    func hotpatchRamp(_ app: String, _ id: String) throws -> HotpatchRamp? {
        try first("\(Self.rampColumns) WHERE app_id = \(app) AND id = \(id)", HotpatchRamp.init)
    }

    private static var rampColumns: SQL { "SELECT id, name, steps, created_at, created_by, changed_at FROM hotpatch_ramp" }

    func insertHotpatchRamp(_ ramp: HotpatchRamp, of app: String, at time: Date) throws {
        try run(
            """
            INSERT INTO hotpatch_ramp (app_id, id, name, steps, created_at, created_by, changed_at)
            VALUES (\(app), \(ramp.id), \(ramp.name), \(try RolloutText.write(ramp.steps)), \(time), \(ramp.createdBy), \(time))
            """
        )
    }

    func setHotpatchRamp(_ name: String, _ steps: [HotpatchRampStep], _ app: String, _ id: String, at time: Date) throws {
        try run(
            """
            UPDATE hotpatch_ramp SET name = \(name), steps = \(try RolloutText.write(steps)), changed_at = \(time)
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func deleteHotpatchRamp(_ app: String, _ id: String) throws {
        try run("DELETE FROM hotpatch_ramp WHERE app_id = \(app) AND id = \(id)")
    }

    // MARK: runs

    /// Of all apps.
    /// - Parameter last: the one before; nil to begin.
    func followingHotpatchRuns(after last: HotpatchRampRun?, limit: Int) throws -> [HotpatchRampRun] {
        try all(
            """
            \(Self.runColumns) WHERE state = 'following' AND (app_id, release_id) > (\(last?.app ?? ""), \(last?.release ?? ""))
            ORDER BY app_id, release_id LIMIT \(limit)
            """,
            HotpatchRampRun.init
        )
    }

    func hotpatchRun(_ app: String, _ release: String) throws -> HotpatchRampRun? {
        try first("\(Self.runColumns) WHERE app_id = \(app) AND release_id = \(release)", HotpatchRampRun.init)
    }

    private static var runColumns: SQL {
        "SELECT app_id, release_id, ramp_id, name, steps, state, buckets, since, hold FROM hotpatch_ramp_run"
    }

    func saveHotpatchRun(_ one: HotpatchRampRun) throws {
        try run(
            """
            INSERT INTO hotpatch_ramp_run (app_id, release_id, ramp_id, name, steps, state, buckets, since, hold)
            VALUES (\(one.app), \(one.release), \(one.ramp), \(one.name), \(try RolloutText.write(one.steps)), \(one.state), \(one.buckets),
                \(one.since), \(one.hold?.rawValue ?? ""))
            ON CONFLICT (app_id, release_id) DO UPDATE SET ramp_id = excluded.ramp_id, name = excluded.name, steps = excluded.steps,
                state = excluded.state, buckets = excluded.buckets, since = excluded.since, hold = excluded.hold
            """
        )
    }

    func addHotpatchRampEvent(_ kind: HotpatchRampEvent.Kind, _ note: String, _ app: String, _ release: String, at time: Date, by name: String) throws
    {
        let number: Int =
            try value(
                "SELECT coalesce(max(number), 0) + 1 FROM hotpatch_ramp_event WHERE app_id = \(app) AND release_id = \(release)"
            ) ?? 1
        // A schedule that is held and goes on by turns for weeks fills no table.
        if number > 10_000 { return }
        try run(
            """
            INSERT INTO hotpatch_ramp_event (app_id, release_id, number, kind, at, by_name, note)
            VALUES (\(app), \(release), \(number), \(kind), \(time), \(name), \(note))
            """
        )
    }

    /// Newest first.
    func hotpatchRampEvents(_ app: String, _ release: String, limit: Int) throws -> [HotpatchRampEvent] {
        try all(
            """
            SELECT number, kind, at, by_name, note FROM hotpatch_ramp_event WHERE app_id = \(app) AND release_id = \(release)
            ORDER BY number DESC LIMIT \(limit)
            """
        ) { HotpatchRampEvent(number: try $0[0], kind: try $0[1], at: try $0[2], by: try $0[3], note: try $0[4]) }
    }
}

extension HotpatchRamp {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row[0],
            name: try row[1],
            steps: try RolloutText.read(try row[2]),
            createdAt: OrNull(try row[3]),
            createdBy: try row[4],
            changedAt: OrNull(try row[5])
        )
    }
}

extension HotpatchRampRun {
    fileprivate init(_ row: Row) throws {
        self.init(
            app: try row[0],
            release: try row[1],
            ramp: try row[2],
            name: try row[3],
            steps: try RolloutText.read(try row[4]),
            state: try row[5],
            buckets: try row[6],
            since: try row[7],
            hold: HotpatchRampHold(rawValue: try row[8])
        )
    }
}
