import Foundation
import Signing
import Storage
import Web

/// One-time links: the first administrator's, printed at start, and those that let a member choose a password.
extension Accounts {
    /// In seconds: a day for who installs, three for who was invited.
    private static let setupLife: TimeInterval = 86_400
    private static let passwordLife: TimeInterval = 3 * 86_400

    /// A new token for `/setup?token=…`, which makes the first administrator; those made before stop working, but for those of the last minute: nodes that
    /// start together each print one.
    public func makeSetupToken() async throws -> String {
        let token = Self.makeToken()
        let now = clock.now
        try await database.write { connection in
            try connection.deleteFirstSetupLinks(before: now.addingTimeInterval(-60))
            try connection.insertSetupLink(Self.hash(token), account: nil, at: now, until: now.addingTimeInterval(Self.setupLife))
        }
        return token
    }

    private static func makeToken() -> String { SecretToken.make(prefix: "msl_") }

    private static func hash(_ token: String) -> [UInt8] { Digest.sha256(Array(token.utf8)) }

    /// What a link is for, before it is used.
    /// - Returns: nil for one that is unknown, used or expired.
    func link(_ token: String) async throws -> AccountLink? {
        let now = clock.now
        return try await database.read { try $0.setupLink(Self.hash(token), at: now) }
    }

    /// Makes the first administrator and uses the link up.
    /// - Throws: `invalid` for the fields, `conflict` for a link that is unknown, used or expired.
    func setUp(token: String, _ new: NewAccount, by actor: Actor) async throws -> Account {
        guard let link = try await link(token), link.account == nil, try await needsSetup() else { throw Self.unusable }
        try new.check()
        let password = try await hasher.hash(new.password)
        return try await change { [self] connection in
            guard try connection.useSetupLink(Self.hash(token), at: clock.now), try connection.countAdministrators() == 0 else { throw Self.unusable }
            return try insert(email: new.email, name: new.name, password: password, new.role, "account.setUp", by: actor.named(new.email), connection)
        }
    }

    private static var unusable: Problem { Problem(.conflict, "accounts.link.unusable") }

    /// A new account and the link by which its owner sets a password.
    /// - Throws: `invalid`, also when the e-mail is taken.
    func invite(_ invitation: Invitation, publicURL: String, by actor: Actor) async throws -> NewLink {
        let email = AccountRules.normalized(invitation.email)
        let name = AccountRules.name(invitation.name, of: email)
        let wrong = AccountRules.email(email) + AccountRules.name(name)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        let role = AccountRole(app: invitation.app ?? AccountRole.everywhere, role: invitation.role)
        return try await change { [self] connection in
            let account = try insert(email: email, name: name, password: nil, role, "account.invite", by: actor, connection)
            return try makeLink(for: account, publicURL, connection)
        }
    }

    /// A link by which a member sets a new password; the old one works until then, older links do not.
    /// - Throws: `conflict` for a disabled account.
    func makePasswordLink(for id: String, publicURL: String, by actor: Actor) async throws -> NewLink {
        try await change { [self] connection in
            let account = try connection.existingAccount(id)
            guard account.disabledAt == nil else { throw Problem(.conflict, "accounts.disabled.already") }
            try connection.deleteSetupLinks(of: id)
            try audit.record(connection, by: actor, "account.makeLink", object: account.email)
            return try makeLink(for: account, publicURL, connection)
        }
    }

    private func makeLink(for account: Account, _ publicURL: String, _ connection: Connection) throws -> NewLink {
        let token = Self.makeToken()
        let end = clock.now.addingTimeInterval(Self.passwordLife)
        try connection.insertSetupLink(Self.hash(token), account: account.id, at: clock.now, until: end)
        return NewLink(account: account, link: "\(publicURL)/password?token=\(token)", expiresAt: end)
    }

    /// Sets the password of the account that the link is for, uses the link up and ends the account's sessions.
    /// - Throws: `invalid` for the password, `conflict` for a link that is unknown, used or expired.
    func setPassword(token: String, _ password: String, by actor: Actor) async throws -> Account {
        guard let account = try await link(token)?.account, account.disabledAt == nil else { throw Self.unusable }
        try await setPassword(password, of: account, "account.setPassword", by: actor.named(account.email, id: account.id)) { [clock] connection in
            guard try connection.useSetupLink(Self.hash(token), at: clock.now) else { throw Self.unusable }
            try connection.deleteSessions(of: account.id)
        }
        return account
    }
}
