import Foundation
import Storage
import Web

/// Which tokens to show; nil for everybody's, and of all apps.
struct TokenFilter: Sendable {
    let account: String?
    var app: String?

    fileprivate var condition: SQL {
        let conditions: [SQL?] = [account.map { "account_id = \($0)" }, app.map { "app_id = \($0)" }]
        return SQL.all(conditions.compactMap { $0 })
    }
}

extension Connection {
    func insertToken(_ token: IssuedToken, hash: [UInt8], account: String?, at time: Date) throws {
        let scopes = token.scopes.map(\.rawValue).joined(separator: " ")
        try run(
            """
            INSERT INTO api_token (id, name, token_hash, account_id, app_id, scopes, created_at, expires_at)
            VALUES (\(token.id), \(token.name), \(hash), \(account), \(token.app), \(scopes), \(time), \(token.expiresAt))
            """
        )
    }

    func token(_ id: String) throws -> Token? {
        try first("\(Self.tokenColumns) WHERE api_token.id = \(id)", Token.init)
    }

    /// The token with its owner's id.
    func token(hash: [UInt8]) throws -> (Token, account: String?)? {
        try first("\(Self.tokenColumns) WHERE token_hash = \(hash)") { (try Token($0), account: try $0["account_id"]) }
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func tokens(_ filter: TokenFilter, before last: Cursor?, limit: Int) throws -> [Token] {
        let rest: SQL = last.map { "(api_token.created_at, api_token.id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            "\(Self.tokenColumns) WHERE \(filter.condition) AND \(rest) ORDER BY api_token.created_at DESC, api_token.id DESC LIMIT \(limit)",
            Token.init
        )
    }

    func countTokens(_ filter: TokenFilter) throws -> Int {
        try value("SELECT count(*) FROM api_token WHERE \(filter.condition)") ?? 0
    }

    private static var tokenColumns: SQL {
        """
        SELECT api_token.id, api_token.name, scopes, app_id, account_id, email, api_token.created_at, expires_at, last_used_at, revoked_at
        FROM api_token LEFT JOIN account ON account.id = account_id
        """
    }

    func touchToken(_ id: String, at time: Date) throws {
        try run("UPDATE api_token SET last_used_at = \(time) WHERE id = \(id)")
    }

    func revokeToken(_ id: String, at time: Date) throws {
        try run("UPDATE api_token SET revoked_at = \(time) WHERE id = \(id) AND revoked_at IS NULL")
    }

    func revokeTokens(app: String, at time: Date) throws {
        try run("UPDATE api_token SET revoked_at = \(time) WHERE app_id = \(app) AND revoked_at IS NULL")
    }

    func deleteTokens(endedBefore time: Date) throws {
        try run("DELETE FROM api_token WHERE expires_at < \(time) OR revoked_at < \(time)")
    }
}

extension Token {
    fileprivate init(_ row: Row) throws {
        let scopes: String = try row["scopes"]
        self.init(
            id: try row["id"],
            name: try row["name"],
            scopes: scopes.split(separator: " ").compactMap { Scope(rawValue: String($0)) },
            app: try row["app_id"],
            owner: try row["email"],
            createdAt: try row["created_at"],
            expiresAt: try row["expires_at"],
            lastUsedAt: try row["last_used_at"],
            revokedAt: try row["revoked_at"]
        )
    }
}
