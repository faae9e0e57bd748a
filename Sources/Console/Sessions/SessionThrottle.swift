import Foundation
import Signing
import Storage
import Web

/// Limits tries at passwords: 10 an account and 50 an address in 15 minutes, kept in the database: a restart changes nothing, and nodes count
/// together.
///
/// A try is written down before the password is looked at, so that a hundred at the same time are still ten. A browser in
/// which the account has logged in before counts by itself: strangers cannot lock the owner out (OWASP, "device cookies").
struct SessionThrottle: Sendable {
    static let window: TimeInterval = 15 * 60

    /// One count that a try goes into.
    struct Limit: Sendable {
        let key: String
        let most: Int
    }

    static func account(_ email: String) -> Limit { Limit(key: accountKey(email), most: 10) }
    static func address(_ address: String) -> Limit { Limit(key: "address:\(address)", most: 50) }
    static func device(_ hash: [UInt8]) -> Limit { Limit(key: "device:\(Hex.encode(hash))", most: 10) }
    /// Of a person who is logged in and asked for the password again.
    static func confirmation(_ account: String) -> Limit { Limit(key: "confirmation:\(account)", most: 10) }

    /// Hashed: people type passwords into the wrong field.
    static func accountKey(_ email: String) -> String {
        "account:\(Hex.encode(Digest.sha256(Array(email.utf8))))"
    }

    /// Writes a try down under every limit.
    /// - Returns: its id.
    /// - Throws: `limited` when one of the limits is reached.
    static func begin(_ connection: Connection, _ limits: [Limit], at now: Date) throws -> String {
        let start = now.addingTimeInterval(-window)
        for limit in limits {
            guard let first = try connection.attemptThatFills(limit.key, most: limit.most, since: start) else { continue }
            let seconds = max(1, Int(first.timeIntervalSince(start).rounded(.up)))
            throw Problem(.limited, "sessions.limited", ["minutes": "\((seconds + 59) / 60)"], retryAfter: seconds)
        }
        let id = Random.hex(8)
        for limit in limits { try connection.insertAttempt(limit.key, at: now, id) }
        return id
    }
}
