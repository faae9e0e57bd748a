import Foundation
import Storage
import Web

extension Connection {
    func insertErasure(_ id: String, _ input: TelemetryErasureRequest.Input, of app: String, by author: String) throws {
        try run(
            """
            INSERT INTO log_erasure (app_id, id, field, value, digest, asked_at, asked_by)
            VALUES (\(app), \(id), \(input.field), \(input.value), \(input.digest), \(try now()), \(author))
            """
        )
    }

    func erasures(of app: String, before last: Cursor?, limit: Int) throws -> [TelemetryErasureRequest] {
        let rest: SQL = last.map { "(asked_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try erasures("app_id = \(app) AND \(rest) ORDER BY asked_at DESC, id DESC LIMIT \(limit)")
    }

    func erasure(_ id: String, of app: String) throws -> TelemetryErasureRequest? {
        try erasures("app_id = \(app) AND id = \(id)").first
    }

    private func erasures(_ condition: SQL) throws -> [TelemetryErasureRequest] {
        try all("SELECT id, field, digest, asked_at, asked_by, finished_at, uploads, lines, reports FROM log_erasure WHERE \(condition)") { row in
            TelemetryErasureRequest(
                id: try row[0],
                field: try row[1],
                digest: try row[2],
                askedAt: try row[3],
                askedBy: try row[4],
                finishedAt: OrNull(try row[5]),
                uploads: try row[6],
                lines: try row[7],
                reports: try row[8]
            )
        }
    }

    func countErasures(of app: String) throws -> Int {
        try value("SELECT count(*) FROM log_erasure WHERE app_id = \(app)") ?? 0
    }

    /// The oldest that is not done.
    func nextErasure(of app: String) throws -> TelemetryErasureTask? {
        try first("SELECT id, field, value FROM log_erasure WHERE app_id = \(app) AND finished_at IS NULL ORDER BY asked_at, id LIMIT 1") {
            TelemetryErasureTask(id: try $0[0], field: try $0[1], value: try $0[2])
        }
    }

    /// Adds to what an erasure has done so far.
    func countErased(_ task: TelemetryErasureTask, of app: String, uploads: Int, lines: Int) throws {
        try run("UPDATE log_erasure SET uploads = uploads + \(uploads), lines = lines + \(lines) WHERE app_id = \(app) AND id = \(task.id)")
    }

    func countErased(_ task: TelemetryErasureTask, of app: String, reports: Int) throws {
        try run("UPDATE log_erasure SET reports = reports + \(reports) WHERE app_id = \(app) AND id = \(task.id)")
    }

    func finishErasure(_ task: TelemetryErasureTask, of app: String) throws {
        try run("UPDATE log_erasure SET value = NULL, finished_at = \(try now()) WHERE app_id = \(app) AND id = \(task.id) AND finished_at IS NULL")
    }

    // MARK: before anything is erased

    func lastSeen(_ input: TelemetryErasureRequest.Input, of app: String) throws -> Date? {
        let whose: SQL =
            switch input.field {
            case .user: "user_id = \(input.value)"
            case .device: "platform IN (\(SQL.list(Platform.allCases))) AND device = \(input.value)"
            }
        return try value("SELECT max(last_time) FROM device WHERE app_id = \(app) AND \(whose)", as: Date?.self).flatMap { $0 }
    }

    func countCrashReports(of input: TelemetryErasureRequest.Input, _ app: String) throws -> Int {
        try value("SELECT count(*) FROM crash WHERE app_id = \(app) AND \(Self.isCrash(of: input.field, input.value))") ?? 0
    }

    private static func isCrash(of field: TelemetryErasureRequest.Field, _ value: String) -> SQL {
        switch field {
        case .user: "user_id = \(value)"
        case .device: "device = \(value)"
        }
    }

    // MARK: uploads written anew

    /// Says where a body is now, and that the headers do not tell of somebody any more.
    /// - Returns: false when it is not where it was.
    func moveBatch(_ row: TelemetryLedgerRow, to place: TelemetryPlace, length: Int, without task: TelemetryErasureTask) throws -> Bool {
        let header: SQL =
            switch task.field {
            case .user: "user_id = CASE WHEN user_id = \(task.value) THEN '' ELSE user_id END"
            case .device: "device = CASE WHEN device = \(task.value) THEN '' ELSE device END"
            }
        return try run(
            """
            UPDATE log_batch SET chunk = \(place.chunk), position = \(place.position), length = \(length), \(header)
            WHERE app_id = \(row.app) AND received_at = \(row.receivedAt) AND batch_id = \(row.batchID)
            AND chunk = \(row.chunk.id) AND position = \(row.range.lowerBound)
            """
        ) == 1
    }

    func insertScrubs(_ scrubs: [TelemetryScrub]) throws {
        for scrub in scrubs {
            try run(
                """
                INSERT INTO log_scrub (app_id, day, chunk, position, length)
                VALUES (
                    \(scrub.chunk.segment.app), \(scrub.chunk.segment.day), \(scrub.chunk.id), \(scrub.range.lowerBound), \(scrub.range.count)
                )
                """
            )
        }
    }

    func scrubs(of app: String, limit: Int) throws -> [TelemetryScrub] {
        try all("SELECT day, chunk, position, length FROM log_scrub WHERE app_id = \(app) ORDER BY day, chunk, position LIMIT \(limit)") { row in
            let position: Int = try row[2]
            return TelemetryScrub(
                chunk: TelemetryChunkKey(TelemetrySegment(app: app, day: try row[0]), id: try row[1]),
                range: position..<position + (try row[3] as Int)
            )
        }
    }

    func forgetScrubs(_ scrubs: [TelemetryScrub]) throws {
        for scrub in scrubs {
            try run(
                """
                DELETE FROM log_scrub WHERE app_id = \(scrub.chunk.segment.app) AND day = \(scrub.chunk.segment.day) AND chunk = \(scrub.chunk.id)
                AND position = \(scrub.range.lowerBound)
                """
            )
        }
    }

    // MARK: what is kept besides raw lines

    /// Lines that could not be read and came from somebody, or say the value.
    func deleteQuarantined(_ app: String, _ ids: [String]) throws {
        for ids in ids.inPieces { try run("DELETE FROM quarantine WHERE app_id = \(app) AND id IN (\(SQL.list(ids)))") }
    }

    func quarantined(_ app: String, after id: String, limit: Int) throws -> [(id: String, device: String, line: [UInt8])] {
        try all("SELECT id, device, line FROM quarantine WHERE app_id = \(app) AND id > \(id) ORDER BY id LIMIT \(limit)") {
            (id: try $0[0], device: try $0[1], line: try $0[2])
        }
    }

    /// Of theirs, by the index of times, which has the names too.
    func crashReports(of task: TelemetryErasureTask, _ app: String, limit: Int) throws -> [String] {
        try all("SELECT id FROM crash WHERE app_id = \(app) AND \(Self.isCrash(of: task.field, task.value)) LIMIT \(limit)") { try $0[0] }
    }

    /// Gives somebody a name by chance in what counts who was there, so that the counts stay what they are.
    func rename(_ task: TelemetryErasureTask, of app: String, to name: String, days: ClosedRange<Int>) throws {
        let (platforms, days) = (SQL.list(Platform.allCases), SQL.list(Array(days)))
        switch task.field {
        case .device:
            try run("UPDATE device SET device = \(name) WHERE app_id = \(app) AND platform IN (\(platforms)) AND device = \(task.value)")
            try run(
                """
                UPDATE device_day SET device = \(name) WHERE app_id = \(app) AND day IN (\(days)) AND platform IN (\(platforms))
                AND device = \(task.value)
                """
            )
            try run("UPDATE crash_group_device SET device = \(name) WHERE app_id = \(app) AND device = \(task.value)")
            try run(
                """
                UPDATE session_device_day SET device = \(name) WHERE app_id = \(app) AND day IN (\(days)) AND platform IN (\(platforms))
                AND device = \(task.value)
                """
            )
            try renameHotpatchDevice(task.value, to: name, of: app)
            try renameExposedDevice(task.value, to: name, of: app)
        case .user:
            try run("UPDATE device SET user_id = '' WHERE app_id = \(app) AND user_id = \(task.value)")
            try run(
                """
                UPDATE user_day SET user_id = \(name) WHERE app_id = \(app) AND day IN (\(days)) AND platform IN (\(platforms))
                AND user_id = \(task.value)
                """
            )
            try run("UPDATE crash_group_user SET user_id = \(name) WHERE app_id = \(app) AND user_id = \(task.value)")
        }
    }
}
