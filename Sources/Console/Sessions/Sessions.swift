import Foundation
import Signing
import Storage
import Web

/// Logging in and out. Each verb is one transaction with its audit entry; a log-in takes one before and one after the password's hash.
public struct Sessions: Sendable {
    private let accounts: Accounts
    private var database: Database { accounts.database }
    private var clock: Clock { accounts.clock }

    public init(accounts: Accounts) {
        self.accounts = accounts
    }

    // MARK: logging in

    /// - Throws: `invalid` when e-mail and password do not belong together, also for a disabled account; `limited` after too many tries.
    public func logIn(email: String, password: String, from origin: SessionOrigin) async throws -> NewSession {
        let email = AccountRules.normalized(email)
        let attempt = try await beginAttempt(email, origin)
        let (account, record) = try await database.read { connection in
            let account = try connection.account(email: email)
            return (account, try account.flatMap { try connection.password(of: $0.id) })
        }
        let matches = try await accounts.hasher.verify(Self.bounded(password), against: record)
        guard matches, let account, account.disabledAt == nil, let record else { throw try await refuse(attempt, account, origin) }
        let renewed = accounts.hasher.needsRehash(record) ? try await accounts.hasher.hash(password) : nil
        return try await open(account, from: origin) { connection in
            // Hashing takes its time: a password that was changed, or an account that was disabled meanwhile, has ended its sessions.
            guard try connection.password(of: account.id) == record, try connection.existingAccount(account.id).disabledAt == nil else {
                throw Self.wrong
            }
            try connection.deleteAttempt(attempt)
            if let renewed { try connection.setPassword(renewed, of: account.id) }
        }
    }

    private static var wrong: Problem { Problem.invalid("password", "sessions.wrong") }

    private func beginAttempt(_ email: String, _ origin: SessionOrigin) async throws -> String {
        let now = clock.now
        return try await database.write { connection in
            if let hash = origin.device.map(Self.hash), try connection.isDevice(hash, ofEmail: email) {
                return try SessionThrottle.begin(connection, [SessionThrottle.device(hash)], at: now)
            }
            return try SessionThrottle.begin(connection, [SessionThrottle.account(email), SessionThrottle.address(origin.address)], at: now)
        }
    }

    private static func hash(_ secret: String) -> [UInt8] { Digest.sha256(Array(secret.utf8)) }

    /// A password longer than any may be is wrong; hashing all of it would only be work.
    private static func bounded(_ password: String) -> String {
        String(String.UnicodeScalarView(password.unicodeScalars.prefix(AccountRules.passwordLength.upperBound + 1)))
    }

    private func refuse(_ attempt: String, _ account: Account?, _ origin: SessionOrigin) async throws -> Problem {
        try await database.write { connection in
            try connection.refuseAttempt(attempt)
            guard let account else { return }
            try accounts.audit.record(connection, by: origin.actor(account), "account.refuseLogIn", object: account.email)
        }
        return Self.wrong
    }

    /// Opens a session for somebody who has just shown who they are: by password, or by a one-time link.
    /// - Parameter also: runs in the same transaction, before there is a session.
    func open(
        _ account: Account,
        from origin: SessionOrigin,
        also: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) async throws -> NewSession {
        let new = NewSession(secret: SecretToken.make(prefix: "mss_"), device: SecretToken.make(prefix: "msd_"), account: account)
        let session = Session(
            id: Random.hex(8),
            account: account.id,
            csrf: Random.hex(16),
            createdAt: clock.now,
            seenAt: clock.now,
            expiresAt: clock.now.addingTimeInterval(Session.longest),
            address: origin.address,
            userAgent: origin.userAgent
        )
        try await database.write { connection in
            try also(connection)
            try connection.forgetAttempts(SessionThrottle.accountKey(account.email))
            try connection.insertSession(session, hash: Self.hash(new.secret))
            try connection.replaceDevice(origin.device.map(Self.hash), by: Self.hash(new.device), of: account.id, at: session.createdAt)
            try accounts.audit.record(connection, by: origin.actor(account), "account.logIn", object: account.email)
        }
        return new
    }

    // MARK: being logged in

    /// - Parameter secret: the cookie's value.
    /// - Returns: nil when the session ended or never was, and for a disabled account.
    func identity(_ secret: String) async throws -> Identity? {
        guard SecretToken.isWellFormed(secret, prefix: "mss_") else { return nil }
        let hash = Self.hash(secret)
        return try await accounts.cache.identity(hash) {
            let now = clock.now
            guard let (session, account) = try await find(hash), now < session.until, account.disabledAt == nil else { return nil }
            return Identity(viewer: Viewer(account, session), session: session.id, until: try await touch(session, now))
        }
    }

    private func find(_ hash: [UInt8]) async throws -> (Session, Account)? {
        try await database.read { connection in
            guard let session = try connection.session(hash), let account = try connection.account(session.account) else { return nil }
            return (session, account)
        }
    }

    /// Puts off the idle end, at most once a minute.
    /// - Returns: when the session ends now.
    private func touch(_ session: Session, _ now: Date) async throws -> Date {
        guard now.timeIntervalSince(session.seenAt) >= Session.touchInterval else { return session.until }
        do {
            try await database.write { try $0.touchSession(session.id, at: now) }
        } catch StorageError.readOnly {
            // Pages can be read while the console moves to another database.
            return session.until
        }
        return min(session.expiresAt, now.addingTimeInterval(Session.idle))
    }

    /// Those of an account that have not ended, the last used first.
    public func sessions(of account: String) async throws -> [Session] {
        let now = clock.now
        return try await database.read { try $0.sessions(of: account, at: now) }
    }

    // MARK: logging out

    /// Ends one session: the browser's own, or another one of the same account.
    /// - Throws: `notFound` for a session of somebody else.
    public func logOut(_ id: String, of account: String, by actor: Actor) async throws {
        try await accounts.change { connection in
            let account = try connection.existingAccount(account)
            guard try connection.deleteSession(id, of: account.id) else { throw Problem.notFound }
            try accounts.audit.record(connection, by: actor, "account.logOut", object: account.email)
        }
    }

    /// Ends every session of an account.
    public func logOutEverywhere(_ account: String, by actor: Actor) async throws {
        try await accounts.change { connection in
            let account = try connection.existingAccount(account)
            try connection.deleteSessions(of: account.id)
            try accounts.audit.record(connection, by: actor, "account.logOutEverywhere", object: account.email)
        }
    }

    // MARK: passwords of people who are logged in

    /// Ends all other sessions.
    /// - Throws: `invalid` for `current` or `password`, `limited` after too many wrong ones.
    public func changePassword(of account: String, from current: String, to password: String, keeping session: String?, by actor: Actor) async throws
    {
        try await confirm(current, of: account, field: "current", by: actor)
        let account = try await accounts.account(account)
        try await accounts.setPassword(password, of: account, "account.changePassword", by: actor) { connection in
            try connection.deleteSessions(of: account.id, keeping: session)
        }
    }

    /// Asks a person for the password again, before a secret is shown.
    /// - Throws: `invalid` for the field `password`, `limited` after too many wrong ones, `forbidden` for who has no password, such as a token.
    @Sendable public func confirmPassword(_ password: String, _ context: Context) async throws {
        guard let viewer = context.viewer, viewer.kind == .account else { throw Problem(.forbidden, "sessions.noPassword") }
        try await confirm(password, of: viewer.id, field: "password", by: context.actor)
    }

    private func confirm(_ password: String, of id: String, field: String, by actor: Actor) async throws {
        let now = clock.now
        let (attempt, record) = try await database.write { connection in
            (try SessionThrottle.begin(connection, [SessionThrottle.confirmation(id)], at: now), try connection.password(of: id))
        }
        let matches = try await accounts.hasher.verify(Self.bounded(password), against: record)
        try await database.write { connection in
            if matches { return try connection.forgetAttempts(SessionThrottle.confirmation(id).key) }
            try connection.refuseAttempt(attempt)
            try accounts.audit.record(connection, by: actor, "account.refuseConfirmation", object: try connection.existingAccount(id).email)
        }
        if !matches { throw Problem.invalid(field, "sessions.wrongPassword") }
    }

    // MARK: upkeep

    /// Removes what has ended: sessions, links, tries, and browsers not seen for 90 days.
    public func purge() async throws {
        let now = clock.now
        try await database.write { connection in
            try connection.deleteEndedSessions(at: now)
            try connection.deleteSetupLinks(before: now)
            try connection.deleteAttempts(until: now.addingTimeInterval(-SessionThrottle.window))
            try connection.deleteDevices(seenBefore: now.addingTimeInterval(-90 * 86_400))
        }
    }
}

extension Viewer {
    fileprivate init(_ account: Account, _ session: Session) {
        self.init(
            id: account.id,
            kind: .account,
            name: account.name,
            email: account.email,
            roles: account.roleByApp,
            csrf: session.csrf,
            preferences: account.preferences
        )
    }
}
