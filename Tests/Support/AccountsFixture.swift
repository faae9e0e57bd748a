import Console
import Foundation
import Signing
import Storage
import Web

/// Accounts, sessions and tokens on a database of their own, with a clock that tests turn and passwords that cost little.
public final class AccountsFixture: Sendable {
    public let clock = TestClock(Date(timeIntervalSince1970: 1_795_228_800))
    public let database: Database
    public let accounts: Accounts
    public let sessions: Sessions
    public let tokens: Tokens
    private let directory: String

    /// A password that the rules accept.
    public static let password = "correct horse battery"
    public static let actor = Actor(id: "tester", name: "tester", address: "192.0.2.1")

    public init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        database = try await TestDatabase.open(in: directory)
        accounts = Self.accounts(database, clock)
        sessions = Sessions(accounts: accounts)
        tokens = Tokens(database: database, audit: Audit(clock: clock.clock), clock: clock.clock, cache: accounts.cache)
    }

    deinit {
        try? database.close()
        TestDatabase.remove(directory)
    }

    private static func accounts(_ database: Database, _ clock: TestClock) -> Accounts {
        Accounts(database: database, audit: Audit(clock: clock.clock), clock: clock.clock, hasher: .cheap)
    }

    /// What another node on the same database has.
    public func restartedAccounts() -> Accounts { Self.accounts(database, clock) }

    public func tokens(of accounts: Accounts) -> Tokens {
        Tokens(database: database, audit: Audit(clock: clock.clock), clock: clock.clock, cache: accounts.cache)
    }

    /// What a console started anew on the same database has.
    public func restartedSessions() -> Sessions {
        Sessions(accounts: Self.accounts(database, clock))
    }

    @discardableResult
    public func make(_ email: String, _ role: Role = .admin, on app: String = AccountRole.everywhere) async throws -> Account {
        try await accounts.create(
            NewAccount(email: email, password: Self.password, role: AccountRole(app: app, role: role)),
            by: Self.actor
        )
    }

    public func logIn(
        _ email: String,
        _ password: String = password,
        address: String = "192.0.2.1",
        device: String? = nil
    ) async throws -> NewSession {
        try await sessions.logIn(email: email, password: password, from: SessionOrigin(address: address, device: device))
    }

    /// The actions written down, oldest first.
    public func actions() async throws -> [String] {
        try await database.read { try $0.all("SELECT action FROM audit_event ORDER BY at, id") { try $0[0] } }
    }
}

extension AccountPasswordHasher {
    /// A thousandth of the work, so that tests do not spend their time on it.
    static var cheap: AccountPasswordHasher { AccountPasswordHasher(cost: Scrypt.Cost(ln: 4, r: 8, p: 1) ?? .standard) }
}

/// The problem that something ends in; nil when it succeeds.
public func problem<Value>(_ body: () async throws -> Value) async -> Problem? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? Problem
    }
}
