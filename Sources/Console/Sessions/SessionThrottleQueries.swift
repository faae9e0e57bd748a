import Foundation
import Storage

extension Connection {
    func deleteAttempts(until time: Date) throws {
        try run("DELETE FROM login_attempt WHERE at <= \(time)")
    }

    /// The oldest of the last `most` tries after a time, or nil while there are fewer.
    func attemptThatFills(_ key: String, most: Int, since start: Date) throws -> Date? {
        try value("SELECT at FROM login_attempt WHERE key = \(key) AND at > \(start) ORDER BY at DESC, id DESC LIMIT 1 OFFSET \(most - 1)")
    }

    func insertAttempt(_ key: String, at time: Date, _ id: String) throws {
        try run("INSERT INTO login_attempt (key, at, id) VALUES (\(key), \(time), \(id))")
    }

    /// Said of every wrong password, whether the account exists or not: both cost one commit.
    func refuseAttempt(_ id: String) throws {
        try run("UPDATE login_attempt SET refused = 1 WHERE id = \(id)")
    }

    /// A try that was right does not count.
    func deleteAttempt(_ id: String) throws {
        try run("DELETE FROM login_attempt WHERE id = \(id)")
    }

    func forgetAttempts(_ key: String) throws {
        try run("DELETE FROM login_attempt WHERE key = \(key)")
    }
}
