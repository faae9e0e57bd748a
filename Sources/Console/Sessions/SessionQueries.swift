import Foundation
import Storage

extension Connection {
    func insertSession(_ session: Session, hash: [UInt8]) throws {
        try run(
            """
            INSERT INTO session (token_hash, id, account_id, csrf, created_at, seen_at, expires_at, address, user_agent)
            VALUES (\(hash), \(session.id), \(session.account), \(session.csrf), \(session.createdAt), \(session.seenAt), \(session.expiresAt),
                \(session.address), \(session.userAgent))
            """
        )
    }

    func session(_ hash: [UInt8]) throws -> Session? {
        try first("\(Self.sessionColumns) WHERE token_hash = \(hash)", Session.init)
    }

    /// Those that have not ended, the last used first.
    func sessions(of account: String, at time: Date) throws -> [Session] {
        try all(
            """
            \(Self.sessionColumns) WHERE account_id = \(account) AND expires_at > \(time) AND seen_at > \(time.addingTimeInterval(-Session.idle))
            ORDER BY seen_at DESC, id
            """,
            Session.init
        )
    }

    private static var sessionColumns: SQL {
        "SELECT id, account_id, csrf, created_at, seen_at, expires_at, address, user_agent FROM session"
    }

    func touchSession(_ id: String, at time: Date) throws {
        try run("UPDATE session SET seen_at = \(time) WHERE id = \(id) AND seen_at < \(time)")
    }

    /// - Returns: whether the account had it.
    func deleteSession(_ id: String, of account: String) throws -> Bool {
        try run("DELETE FROM session WHERE id = \(id) AND account_id = \(account)") == 1
    }

    /// All of an account but one, and the devices it was known by.
    func deleteSessions(of account: String, keeping id: String? = nil) throws {
        try run("DELETE FROM session WHERE account_id = \(account) AND id <> \(id ?? "")")
        try run("DELETE FROM login_device WHERE account_id = \(account)")
    }

    func deleteEndedSessions(at time: Date) throws {
        try run("DELETE FROM session WHERE expires_at <= \(time) OR seen_at <= \(time.addingTimeInterval(-Session.idle))")
    }

    /// Notes that the account logged in in this browser, which had another cookie or none before.
    func replaceDevice(_ old: [UInt8]?, by new: [UInt8], of account: String, at time: Date) throws {
        if let old { try run("DELETE FROM login_device WHERE token_hash = \(old)") }
        try run("INSERT INTO login_device (token_hash, account_id, seen_at) VALUES (\(new), \(account), \(time))")
    }

    func isDevice(_ hash: [UInt8], ofEmail email: String) throws -> Bool {
        try value(
            "SELECT 1 FROM login_device JOIN account ON account.id = account_id WHERE token_hash = \(hash) AND email = \(email)",
            as: Int.self
        ) != nil
    }

    func deleteDevices(seenBefore time: Date) throws {
        try run("DELETE FROM login_device WHERE seen_at < \(time)")
    }
}

extension Session {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            account: try row["account_id"],
            csrf: try row["csrf"],
            createdAt: try row["created_at"],
            seenAt: try row["seen_at"],
            expiresAt: try row["expires_at"],
            address: try row["address"],
            userAgent: try row["user_agent"]
        )
    }
}
