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

    func insertReplay(_ hash: [UInt8], payload: [UInt8], at time: Date) throws {
        try run("INSERT INTO replay (use_hash, payload_hash, started_at) VALUES (\(hash), \(payload), \(time))")
    }

    func finishReplay(_ hash: [UInt8], status: Int, answer: [UInt8]) throws {
        try run("UPDATE replay SET status = \(status), answer = \(answer) WHERE use_hash = \(hash)")
    }

    func deleteReplay(_ hash: [UInt8]) throws {
        try run("DELETE FROM replay WHERE use_hash = \(hash)")
    }

    /// - Parameters:
    ///   - time: the end of what is too old.
    ///   - start: what has been running since before then is not running any more.
    func deleteReplays(startedUntil time: Date, runningSince start: Date) throws {
        try run("DELETE FROM replay WHERE started_at <= \(time) OR (status IS NULL AND started_at <= \(start))")
    }
}
