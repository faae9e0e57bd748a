import Foundation
import Signing
import Storage
import Synchronization
import Web

/// The people who may come in, and what they may do. Each verb is one transaction with its audit entry.
public final class Accounts: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock
    let hasher: AccountPasswordHasher
    /// Emptied by every change of an account.
    public let cache: SessionCache
    /// `changes` of the cache when there was an administrator: asked again only after a change of accounts.
    private let setUpAt = Mutex(-1)

    public init(database: Database, audit: Audit, clock: Clock, hasher: AccountPasswordHasher = AccountPasswordHasher()) {
        self.database = database
        self.audit = audit
        self.clock = clock
        self.hasher = hasher
        cache = SessionCache(clock: clock)
    }

    /// Whether nobody can manage the console yet.
    public func needsSetup() async throws -> Bool {
        let changes = cache.changes
        if setUpAt.withLock({ $0 == changes }) { return false }
        guard try await database.read({ try $0.countAdministrators() }) > 0 else { return true }
        setUpAt.withLock { $0 = changes }
        return false
    }

    /// - Throws: `notFound`.
    public func account(_ id: String) async throws -> Account {
        try await database.read { try $0.existingAccount(id) }
    }

    /// - Returns: nil when nobody has this e-mail, whatever its case.
    public func account(email: String) async throws -> Account? {
        try await database.read { try $0.account(email: AccountRules.normalized(email)) }
    }

    public func exists(email: String) async throws -> Bool {
        try await account(email: email) != nil
    }

    /// By e-mail.
    /// - Parameter text: part of the e-mail or name; empty for all.
    public func members(matching text: String = "", _ place: ListPlace) async throws -> List<Account> {
        try await database.read { connection in
            let rows = try connection.accounts(matching: text, after: place.cursor?.id ?? "", limit: place.limit + 1)
            return try place.page(rows, total: connection.countAccounts(matching: text)) { Cursor(0, $0.email) }
        }
    }

    // MARK: life of an account

    /// An administrator of everything, who can log in at once.
    /// - Throws: `invalid`, also when the e-mail is taken.
    @discardableResult
    public func createAdmin(email: String, password: String, by actor: Actor) async throws -> Account {
        try await create(NewAccount(email: email, password: password, role: AccountRole(role: .admin)), by: actor)
    }

    /// An account that can log in at once, without an invitation.
    /// - Throws: `invalid`, also when the e-mail is taken.
    @discardableResult
    public func create(_ new: NewAccount, by actor: Actor) async throws -> Account {
        try new.check()
        let password = try await hasher.hash(new.password)
        return try await change { [self] connection in
            try insert(email: new.email, name: new.name, password: password, new.role, "account.create", by: actor, connection)
        }
    }

    func insert(
        email: String,
        name: String,
        password: String?,
        _ role: AccountRole,
        _ action: String,
        by actor: Actor,
        _ connection: Connection
    ) throws -> Account {
        guard try connection.account(email: email) == nil else { throw Problem.invalid("email", "accounts.email.taken") }
        let account = Account(
            id: Random.hex(8),
            email: email,
            name: name,
            roles: [role],
            preferences: Preferences(),
            createdAt: clock.now,
            disabledAt: nil,
            joined: password != nil
        )
        try connection.insertAccount(account, password: password)
        try audit.record(connection, by: actor, action, object: email, after: ["name": name, "role": role.role.rawValue, "app": role.app])
        return account
    }

    /// Gives, changes or (nil) takes away a role on an app, or on all with `*`.
    /// - Throws: `conflict` for the last administrator.
    public func setRole(_ role: Role?, on app: String, of id: String, by actor: Actor) async throws {
        try await change { [self] connection in
            let account = try connection.existingAccount(id)
            try keepingAnAdministrator(connection) { try connection.setRole(role, on: app, of: id) }
            try audit.record(
                connection,
                by: actor,
                "account.setRole",
                app: app == AccountRole.everywhere ? nil : app,
                object: account.email,
                before: account.roleByApp[app].map { ["role": $0.rawValue] } ?? [:],
                after: role.map { ["role": $0.rawValue] } ?? [:]
            )
        }
    }

    /// Ends all sessions; tokens made under the account stop working.
    /// - Throws: `conflict` for the last administrator, and for an account that is disabled already.
    public func disable(_ id: String, by actor: Actor) async throws {
        try await change { [self] connection in
            let account = try connection.existingAccount(id)
            guard account.disabledAt == nil else { throw Problem(.conflict, "accounts.disabled.already") }
            try keepingAnAdministrator(connection) { try connection.disableAccount(id, at: clock.now) }
            try connection.deleteSessions(of: id)
            try connection.deleteSetupLinks(of: id)
            try audit.record(connection, by: actor, "account.disable", object: account.email)
        }
    }

    /// - Throws: `conflict` when it is not disabled.
    public func enable(_ id: String, by actor: Actor) async throws {
        try await change { [self] connection in
            let account = try connection.existingAccount(id)
            guard account.disabledAt != nil else { throw Problem(.conflict, "accounts.disabled.not") }
            try connection.disableAccount(id, at: nil)
            try audit.record(connection, by: actor, "account.enable", object: account.email)
        }
    }

    /// While there is none yet, a token of the command line manages members all the same.
    private func keepingAnAdministrator(_ connection: Connection, _ change: () throws -> Void) throws {
        let before = try connection.countAdministrators()
        try change()
        guard try before == 0 || connection.countAdministrators() > 0 else { throw Problem(.conflict, "accounts.lastAdmin") }
    }

    /// What a person changes of their own account.
    public func edit(_ id: String, _ profile: AccountProfile, by actor: Actor) async throws {
        try profile.check()
        try await change { [self] connection in
            let account = try connection.existingAccount(id)
            try connection.updateAccount(id, name: profile.name, profile.preferences)
            try audit.record(
                connection,
                by: actor,
                "account.edit",
                object: account.email,
                before: AccountProfile(account).audited,
                after: profile.audited
            )
        }
    }

    /// The switches that every page has; what is nil stays as it is. How a page looks is the reader's own business: no audit entry.
    func choose(theme: Theme?, language: Language?, for id: String) async throws {
        try await change { connection in
            let account = try connection.existingAccount(id)
            var preferences = account.preferences
            preferences.theme = theme ?? preferences.theme
            preferences.language = language ?? preferences.language
            try connection.updateAccount(id, name: account.name, preferences)
        }
    }

    /// Takes the demo's account away with its sessions and tokens; nothing happens when there is none.
    ///
    /// It may be the only administrator: then the console waits to be set up, as it did before the demo.
    public func remove(email: String, by actor: Actor) async throws {
        guard let account = try await account(email: email) else { return }
        try await change { [self] connection in
            try connection.deleteAccount(account.id)
            try audit.record(connection, by: actor, "account.remove", object: account.email)
        }
    }

    /// Takes back every role on an app that is no more: another app of that name would inherit them.
    public func forget(app: String) async throws {
        try await change { try $0.deleteRoles(app: app) }
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.accounts, body) { try await cache.refresh(from: database) }
    }
}

extension Connection {
    /// - Throws: `notFound`.
    func existingAccount(_ id: String) throws -> Account {
        guard let account = try account(id) else { throw Problem.notFound }
        return account
    }
}
