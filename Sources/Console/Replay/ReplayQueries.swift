import Foundation
import Storage

/// What is kept of one use of a key; without status and answer while the request runs.
struct ReplayRow: Sendable {
    let payload: [UInt8]
    let status: Int?
    let answer: [UInt8]?
}

extension Connection {
    func replay(_ hash: [UInt8]) throws -> ReplayRow? {
        try first("SELECT payload_hash, status, answer FROM replay WHERE use_hash = \(hash)") {
            ReplayRow(payload: try $0["payload_hash"], status: try $0["status"], answer: try $0["answer"])
        }
    }

    /// Takes the place of one that is over.
    /// - Parameters:
    ///   - end: what was started until then is too old.
    ///   - dead: what has been running since before then is not running any more.
    /// - Returns: false when there is one that counts: of two that come at once, to whatever nodes, one gets in.
    func insertReplay(_ hash: [UInt8], payload: [UInt8], at time: Date, ended end: Date, runningSince dead: Date) throws -> Bool {
        try run(
            """
            INSERT INTO replay (use_hash, payload_hash, started_at) VALUES (\(hash), \(payload), \(time))
            ON CONFLICT (use_hash) DO UPDATE SET payload_hash = excluded.payload_hash, started_at = excluded.started_at, status = NULL, answer = NULL
            WHERE replay.started_at <= \(end) OR (replay.status IS NULL AND replay.started_at <= \(dead))
            """
        ) > 0
    }

    /// Says that one still runs.
    /// - Returns: false when it does not.
    func prolongReplay(_ hash: [UInt8], at time: Date) throws -> Bool {
        try run("UPDATE replay SET started_at = \(time) WHERE use_hash = \(hash) AND status IS NULL") == 1
    }

    func finishReplay(_ hash: [UInt8], status: Int, answer: [UInt8]) throws {
        try run("UPDATE replay SET status = \(status), answer = \(answer) WHERE use_hash = \(hash) AND status IS NULL")
    }

    /// Of one that runs.
    func deleteReplay(_ hash: [UInt8]) throws {
        try run("DELETE FROM replay WHERE use_hash = \(hash) AND status IS NULL")
    }

    /// - Parameters:
    ///   - time: the end of what is too old.
    ///   - start: what has been running since before then is not running any more.
    func deleteReplays(startedUntil time: Date, runningSince start: Date) throws {
        try run("DELETE FROM replay WHERE started_at <= \(time) OR (status IS NULL AND started_at <= \(start))")
    }
}
