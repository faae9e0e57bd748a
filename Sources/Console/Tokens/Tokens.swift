import Foundation
import Signing
import Storage
import Web

/// Keys for scripts. A token can do what its scopes say and its owner's roles allow, both as they are at the time of use.
public struct Tokens: Sendable {
    private let database: Database
    private let audit: Audit
    private let clock: Clock
    private let cache: SessionCache
    private static let prefix = "mst_"

    /// - Parameter cache: the accounts' own, so that a change of an account reaches its tokens at once.
    public init(database: Database, audit: Audit, clock: Clock, cache: SessionCache) {
        self.database = database
        self.audit = audit
        self.clock = clock
        self.cache = cache
    }

    // MARK: making and ending

    /// A token made by a token can do no more than that one, and ends with it at the latest.
    /// - Parameter viewer: who asks; nil for the command line, whose tokens have every role.
    /// - Throws: `invalid` for the input, `forbidden` when it is more than the viewer has.
    public func create(_ new: NewToken, for viewer: Viewer?, by actor: Actor) async throws -> IssuedToken {
        try new.check()
        return try await change { [self] connection in
            try check(new, viewer, connection)
            let issued = IssuedToken(
                id: Random.hex(8),
                token: SecretToken.make(prefix: Self.prefix),
                name: new.name,
                scopes: new.allScopes,
                app: new.app,
                expiresAt: try end(of: new, viewer, connection)
            )
            try connection.insertToken(issued, hash: Self.hash(issued.token), account: viewer?.account, at: clock.now)
            try audit.record(connection, by: actor, "token.create", app: new.app, object: "\(issued.name) (\(issued.id))", after: issued.audited)
            return issued
        }
    }

    private func check(_ new: NewToken, _ viewer: Viewer?, _ connection: Connection) throws {
        if let app = new.app, try connection.app(app) == nil || viewer.map({ !$0.sees(app) }) ?? false {
            throw Problem.invalid("app", "tokens.app.unknown")
        }
        if let viewer, viewer.kind == .token, !viewer.mayMake(new.allScopes, on: new.app) { throw Problem(.forbidden, "tokens.more") }
    }

    private func end(of new: NewToken, _ viewer: Viewer?, _ connection: Connection) throws -> Date {
        let wanted = clock.now.addingTimeInterval(new.life)
        return min(wanted, try parent(viewer, connection)?.expiresAt ?? wanted)
    }

    /// The token that asks; nil for people and for the command line.
    private func parent(_ viewer: Viewer?, _ connection: Connection) throws -> Token? {
        guard let viewer, viewer.kind == .token else { return nil }
        // It may have been revoked on another node, which this one has not heard of yet.
        guard let token = try connection.token(viewer.id), token.state(at: clock.now) == .active else { throw Problem(.forbidden, "tokens.more") }
        return token
    }

    private static func hash(_ token: String) -> [UInt8] { Digest.sha256(Array(token.utf8)) }

    /// The tokens a viewer may see: administrators all of them, others their own; a token of one app those of that app. Newest first.
    public func list(for viewer: Viewer, _ place: ListPlace) async throws -> List<Token> {
        let filter = Self.filter(viewer)
        return try await database.read { connection in
            let rows = try connection.tokens(filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countTokens(filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    private static func filter(_ viewer: Viewer) -> TokenFilter {
        TokenFilter(account: viewer.role(on: nil) == .admin && viewer.has(.admin) ? nil : viewer.account ?? "", app: viewer.onlyApp)
    }

    /// - Throws: `notFound` for a token that the viewer may not see.
    func token(_ id: String, for viewer: Viewer) async throws -> Token {
        try await database.read { try Self.token(id, for: viewer, $0) }
    }

    private static func token(_ id: String, for viewer: Viewer, _ connection: Connection) throws -> Token {
        guard let token = try connection.token(id), maySee(token, viewer) else { throw Problem.notFound }
        return token
    }

    private static func maySee(_ token: Token, _ viewer: Viewer) -> Bool {
        if token.id == viewer.id || filter(viewer).account == nil { return true }
        return !viewer.email.isEmpty && token.owner == viewer.email && (viewer.onlyApp == nil || viewer.onlyApp == token.app)
    }

    /// Works no more from now on.
    /// - Throws: `notFound` for a token that the viewer may not see, `forbidden` for one that a token could not have made, `conflict` for one that is
    ///   revoked already.
    public func revoke(_ id: String, for viewer: Viewer, by actor: Actor) async throws {
        try await change { [self] connection in
            let token = try Self.token(id, for: viewer, connection)
            guard Self.mayRevoke(token, viewer) else { throw Problem(.forbidden, "tokens.revoke.more") }
            guard token.revokedAt == nil else { throw Problem(.conflict, "tokens.revoked.already") }
            try connection.revokeToken(id, at: clock.now)
            try audit.record(connection, by: actor, "token.revoke", app: token.app, object: "\(token.name) (\(token.id))")
        }
    }

    /// People what they see; a token itself, and what it could have made: one that was found in a build machine stops no others.
    private static func mayRevoke(_ token: Token, _ viewer: Viewer) -> Bool {
        viewer.kind != .token || token.id == viewer.id || filter(viewer).account == nil || viewer.mayMake(token.scopes, on: token.app)
    }

    // MARK: use

    /// - Returns: nil for a token that is unknown, revoked or expired, or whose owner is disabled.
    func identity(_ token: String) async throws -> Identity? {
        guard SecretToken.isWellFormed(token, prefix: Self.prefix) else { return nil }
        let hash = Self.hash(token)
        return try await cache.identity(hash) {
            let now = clock.now
            guard let (token, account) = try await find(hash), token.state(at: now) == .active, account?.disabledAt == nil else { return nil }
            try await touch(token, now)
            return Identity(viewer: Viewer(token, account), session: nil, until: token.expiresAt)
        }
    }

    private func find(_ hash: [UInt8]) async throws -> (Token, Account?)? {
        try await database.read { connection in
            guard let (token, owner) = try connection.token(hash: hash) else { return nil }
            return (token, try owner.map { try connection.existingAccount($0) })
        }
    }

    /// Notes the use, at most once a minute.
    private func touch(_ token: Token, _ now: Date) async throws {
        if let last = token.lastUsedAt, now.timeIntervalSince(last) < 60 { return }
        do {
            try await database.write { try $0.touchToken(token.id, at: now) }
        } catch StorageError.readOnly {
            // What it reads can be read while the console moves to another database.
        }
    }

    // MARK: upkeep

    /// Ends the tokens of an app that is no more: another app of that name would inherit them.
    public func forget(app: String) async throws {
        try await change { [clock] in try $0.revokeTokens(app: app, at: clock.now) }
    }

    /// Removes tokens that ended 90 days ago.
    public func purge() async throws {
        let limit = clock.now.addingTimeInterval(-90 * 86_400)
        try await database.write { try $0.deleteTokens(endedBefore: limit) }
    }

    private func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.accounts, body) { try await cache.refresh(from: database) }
    }
}

extension IssuedToken {
    /// The secret is not among them.
    fileprivate var audited: [String: String] {
        ["token": "***", "scopes": scopes.map(\.rawValue).joined(separator: " "), "expiresAt": expiresAt.formatted(.iso8601)]
    }
}

extension Viewer {
    /// Whether a token may make one like this: none that can do more than itself.
    fileprivate func mayMake(_ scopes: [Scope], on app: String?) -> Bool {
        has(.admin) && scopes.allSatisfy(has) && (onlyApp == nil || onlyApp == app)
    }

    fileprivate init(_ token: Token, _ account: Account?) {
        let owned = account?.roleByApp ?? [AccountRole.everywhere: .admin]
        let roles = token.app.map { app in
            [owned[AccountRole.everywhere], owned[app]].compactMap { $0 }.max().map { [app: $0] } ?? [:]
        }
        self.init(
            id: token.id,
            kind: .token,
            account: account?.id,
            name: token.name,
            email: account?.email ?? "",
            roles: roles ?? owned,
            scopes: Set(token.scopes),
            onlyApp: token.app
        )
    }
}
