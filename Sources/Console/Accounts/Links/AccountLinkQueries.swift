import Foundation
import Storage

extension Connection {
    func insertSetupLink(_ hash: [UInt8], account: String?, at time: Date, until end: Date) throws {
        try run("INSERT INTO setup_link (token_hash, account_id, created_at, expires_at) VALUES (\(hash), \(account), \(time), \(end))")
    }

    /// - Returns: nil for an unknown or expired link.
    func setupLink(_ hash: [UInt8], at time: Date) throws -> AccountLink? {
        try first("SELECT account_id FROM setup_link WHERE token_hash = \(hash) AND expires_at > \(time)") { row in
            let id: String? = try row["account_id"]
            return AccountLink(account: try id.map { try existingAccount($0) })
        }
    }

    /// - Returns: whether there was one to use; two who come at once use it once.
    func useSetupLink(_ hash: [UInt8], at time: Date) throws -> Bool {
        try run("DELETE FROM setup_link WHERE token_hash = \(hash) AND expires_at > \(time)") == 1
    }

    func deleteSetupLinks(of account: String) throws {
        try run("DELETE FROM setup_link WHERE account_id = \(account)")
    }

    /// Links to the first administrator.
    func deleteFirstSetupLinks(before time: Date) throws {
        try run("DELETE FROM setup_link WHERE account_id IS NULL AND created_at <= \(time)")
    }

    func deleteSetupLinks(before time: Date) throws {
        try run("DELETE FROM setup_link WHERE expires_at <= \(time)")
    }
}
