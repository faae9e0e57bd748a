import Foundation
import Storage
import Web

/// Passwords of accounts. One-time links set them too, and people who are logged in change their own.
extension Accounts {
    /// A new password from the command line, for who is locked out; ends all sessions and forgets failed tries.
    /// - Throws: `invalid` for an unknown e-mail and for the password.
    public func resetPassword(email: String, password: String, by actor: Actor) async throws {
        guard let account = try await account(email: email) else { throw Problem.invalid("email", "accounts.email.unknown") }
        try await setPassword(password, of: account, "account.resetPassword", by: actor) { connection in
            try connection.deleteSessions(of: account.id)
        }
    }

    /// Checks, hashes and stores; `also` runs in the same transaction, before the password changes.
    func setPassword(
        _ password: String,
        of account: Account,
        _ action: String,
        by actor: Actor,
        also: @escaping @Sendable (Connection) throws -> Void
    ) async throws {
        let wrong = AccountRules.password(password, email: account.email, name: account.name)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        let record = try await hasher.hash(password)
        try await change { [self] connection in
            try also(connection)
            try connection.setPassword(record, of: account.id)
            try connection.forgetAttempts(SessionThrottle.accountKey(account.email))
            try audit.record(connection, by: actor, action, object: account.email)
        }
    }
}
